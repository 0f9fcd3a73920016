# The same service with FastAPI: key by digest, minute and month, all headers, the answer as a dictionary.
import base64, hashlib, json, sys, time
from collections import deque
from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse

config = json.load(open(sys.argv[1] if len(sys.argv) > 1 and sys.argv[1].endswith('.json') else __import__('os').environ['BENCH_FILE']))
answer = json.loads(base64.b64decode(config['answers']['body']))
names = config['answers']['headers']
skip = ('remaining', 'reset', 'content-', 'connection', 'keep-alive', 'date')
fixed = {names[i]: names[i + 1] for i in range(0, len(names), 2)
         if not any(word in names[i].lower() for word in skip) and names[i].lower() != 'ratelimit'}
records = {hashlib.sha256(key.encode()).hexdigest(): {'minute': deque(maxlen=300), 'counted': 0} for key in config['keys']}
app = FastAPI()

@app.get('/api/v1/rates')
async def rates(request: Request):
    record = records.get(hashlib.sha256(request.headers.get('x-api-key', '').encode()).hexdigest())
    if record is None:
        return JSONResponse({'detail': {'code': 'invalid_key', 'message': 'wrong key'}}, 401)
    now = time.monotonic()
    while record['minute'] and record['minute'][0] <= now - 60:
        record['minute'].popleft()
    record['minute'].append(now)
    record['counted'] += 1
    left = 1000000 - len(record['minute'])
    return JSONResponse(answer, headers={**fixed,
        'X-RateLimit-Remaining-Minute': str(left), 'X-Quota-Remaining': str(1000000000 - record['counted']),
        'RateLimit-Remaining': str(left), 'RateLimit-Reset': '60',
        'RateLimit': f'"minute";r={left};t=60, "month";r={1000000000 - record["counted"]};t=864000'})
