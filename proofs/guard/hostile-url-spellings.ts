/** Ways to write this machine, addresses of private networks, and other addresses that no webhook may reach. */
const hosts = `
    127.0.0.1 127.0.0.2 127.255.255.254 127.1 127.0.1 2130706433 0x7f000001 0x7F000001 017700000001 0x7f.1
    0x7f.0.0.1 0x7f.0x0.0x0.0x1 0177.0.0.1 0177.0.0.01 00000177.0.0.1 127.0x1 127.0.0x1 127.00.00.01 127.000.000.001
    0 0.0.0.0 0x0 00 0.1 4294967295 0xffffffff ①②⑦.⓪.⓪.① １２７.０.０.１ 127。0。0。1 127．0．0．1 127｡0｡0｡1 １２７。１ 𝟏𝟐𝟕.𝟎.𝟎.𝟏
    𝟭𝟮𝟳.𝟬.𝟬.𝟭 ⑯⑨.254.169.254 ２１３０７０６４３３ 0ˣ7f.1 127.0.0.1. 2130706433. 0x7f.1. 127.0.0.1.. localhost. localhost..
    %31%32%37.0.0.1 127%2e0%2e0%2e1 %6cocalhost 127.0.0.1%00 127.0.0.1%2f localhost LOCALHOST LocalHost ｌｏｃａｌｈｏｓｔ
    loc\u00adalhost ⓛⓞⓒⓐⓛⓗⓞⓢⓣ a.localhost a.b.localhost. localhost.localdomain ip6-localhost
    kubernetes.default.svc.cluster.local host.docker.internal metadata.google.internal metadata router
    instance-data.ec2.internal wpad.home.arpa 1.0.0.127.in-addr.arpa

    10.0.0.1 10.1 012.0.0.1 0xa.0.0.1 167772161 100.64.0.1 100.100.100.200 169.254.169.254 169.254.43518 0xa9fea9fe
    2852039166 025177524776 0251.0376.0251.0376 169.254.170.2 172.16.0.1 172.31.255.255 192.168.0.1 192.168.1
    3232235521 192.0.0.192 192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
    240.0.0.1 255.255.255.255

    [::1] [0:0:0:0:0:0:0:1] [0000:0000:0000:0000:0000:0000:0000:0001] [::] [::0001] [::ffff:127.0.0.1]
    [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:0:127.0.0.1] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1]
    [::127.0.0.1] [::7f00:1] [64:ff9b::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::169.254.169.254]
    [64:ff9b:1::127.0.0.1] [2002:7f00:1::] [2002:7f00:0001::1] [2002:a9fe:a9fe::] [2002:c0a8:101::1]
    [2001:0:4136:e378:8000:63bf:80ff:fffe] [2001::1] [2001:db8::1] [2001:10::1] [2001:20::1] [100::1] [fc00::1]
    [fd00:ec2::254] [fd12:3456:789a::1] [fe80::1] [fe80::a9fe:a9fe] [febf::1] [fec0::1] [ff02::1] [ff05::1:3]
    [3fff::1] [5f00::1] [fe80::1%25eth0] [fe80::1%eth0] [::1%25lo] [::1%lo] [::1]. [v1.127.0.0.1]
`

/** Addresses that lead, or seem to lead, to such a host. `PORT` stands for the port of the trap. */
export const hostileUrlSpellings: readonly string[] = [
  ...hosts
    .trim()
    .split(/\s+/)
    .map((host) => `https://${host}:PORT/`),
  'https://hooks.example.com@127.0.0.1:PORT/',
  'https://hooks.example.com:443@127.0.0.1:PORT/',
  'https://user:password@127.0.0.1:PORT/',
  'https://127.0.0.1:PORT@127.0.0.1:PORT/',
  'https://@127.0.0.1:PORT/',
  'https://:@127.0.0.1:PORT/',
  'https://hooks.example.com%40127.0.0.1:PORT/',
  'https://127.0.0.1:PORT\\@hooks.example.com/',
  'https://127.0.0.1\\.hooks.example.com:PORT/',
  'https:\\\\127.0.0.1:PORT\\',
  'https:127.0.0.1:PORT/',
  'https:/127.0.0.1:PORT/',
  'https:////127.0.0.1:PORT/',
  'https://127.0.0.1:PORT#@hooks.example.com/',
  'https://127.0.0.1:PORT?@hooks.example.com/',
  'https://127.0.0.1:PORT/#hooks.example.com',
  'https://127.0.0.1:00PORT/',
  'https://1 27.0.0.1:PORT/',
  ' https://127.0.0.1:PORT/ ',
  'https://127.0\n.0.1:PORT/',
  'ht\ttps://127.0.0.1:PORT/',
  'https://127.0.0.1\u0000:PORT/',
  'https://127.0.0.1\u200b:PORT/',
  'http://127.0.0.1:PORT/',
  'HTTP://localhost:PORT/',
  'ws://127.0.0.1:PORT/',
  'wss://127.0.0.1:PORT/',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_POST',
  'file://127.0.0.1/etc/passwd',
  'file:///etc/passwd',
  'data:text/plain,https://127.0.0.1:PORT/',
  'blob:https://127.0.0.1:PORT/1',
  'javascript:fetch("https://127.0.0.1:PORT/")',
  'unix:///run/docker.sock',
  'http+unix://%2frun%2fdocker.sock/',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  // ports of services, wherever they are
  'https://hooks.example.com:22/',
  'https://hooks.example.com:25/',
  'https://hooks.example.com:80/',
  'https://hooks.example.com:2375/',
  'https://hooks.example.com:6379/',
  'https://hooks.example.com:9200/',
]
