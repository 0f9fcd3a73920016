/** Self-signed, of any day from 2000 to 9999, so that tests do without openssl. */
export type Certificate = { readonly key: string; readonly cert: string }

const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgfOWN0A4vbhHlnBss
dKRwl9peWwd6Pl8aG4B1vBFu/SWhRANCAATExrdxLYgM0fi/kMl+e+fDth8aByjK
scT0crcmuOUnTo5ujHfrmuBo45piNNqGJVPnZyeDc1ugsfXvOn4COUOV
-----END PRIVATE KEY-----
`

/** Names the host `receiver.test`. */
export const namedCertificate: Certificate = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBSTCB8KADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
MDAwMTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTlaMA8xDTALBgNVBAMMBHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATExrdxLYgM0fi/kMl+e+fDth8aByjK
scT0crcmuOUnTo5ujHfrmuBo45piNNqGJVPnZyeDc1ugsfXvOn4COUOVozswOTAY
BgNVHREEETAPgg1yZWNlaXZlci50ZXN0MB0GA1UdDgQWBBS4fa19z/XxTHN7yu4i
trQ5RrphtDAKBggqhkjOPQQDAgNIADBFAiASrltYavfu+frGM1kJYQASpQPBQARV
hl6twIOkTpmGoAIhALwfY6Buq1cJHRMTZGx325yvh6qG+k1ar5hVtMuo9g9X
-----END CERTIFICATE-----
`,
}

/** Names the address 127.0.0.1. */
export const addressedCertificate: Certificate = {
  key,
  cert: `-----BEGIN CERTIFICATE-----
MIIBQTCB56ADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBHRlc3QwIBcN
MDAwMTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTlaMA8xDTALBgNVBAMMBHRlc3Qw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATExrdxLYgM0fi/kMl+e+fDth8aByjK
scT0crcmuOUnTo5ujHfrmuBo45piNNqGJVPnZyeDc1ugsfXvOn4COUOVozIwMDAP
BgNVHREECDAGhwR/AAABMB0GA1UdDgQWBBS4fa19z/XxTHN7yu4itrQ5RrphtDAK
BggqhkjOPQQDAgNJADBGAiEAoRdInCC5/+FzWiLF+YlojA3YUTC17l0wk2s0X1re
b0MCIQCxRPqhk9kuBwBIY5o9gq1SAodMKjCbrQos4EfTipiG7A==
-----END CERTIFICATE-----
`,
}
