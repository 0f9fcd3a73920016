"""Writes a Python client from a server's openapi.json: one function per operation, standard library only.

usage: generate.py BASE_URL API_KEY > p2p_rates.py
"""
import json
import keyword
import re
import sys
import urllib.request


def fetch(base_url, api_key):
    request = urllib.request.Request(base_url.rstrip('/') + '/api/v1/openapi.json', headers={'X-API-Key': api_key})
    with urllib.request.urlopen(request, timeout=15) as answer:
        return json.load(answer)


def python_name(text):
    name = re.sub(r'\W+', '_', re.sub(r'([a-z])([A-Z])', r'\1_\2', text)).strip('_').lower()
    return name + '_' if keyword.iskeyword(name) else name


def parameters(document, operation, place):
    found = []
    for parameter in operation.get('parameters', []):
        if '$ref' in parameter:
            parameter = document['components']['parameters'][parameter['$ref'].rsplit('/', 1)[1]]
        if parameter['in'] == place:
            found.append(parameter['name'])
    return found


HEAD = '''"""Client of {title}, generated from its openapi.json."""
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request


class P2PError(Exception):
    """What the service refused, with its code and HTTP status."""

    def __init__(self, status, detail):
        super().__init__('%s: %s' % (detail.get('code'), detail.get('message')))
        self.status, self.code, self.param = status, detail.get('code'), detail.get('param')


class Client:
    def __init__(self, base_url=None, api_key=None, timeout=15, retries=2):
        self.base_url = (base_url or os.environ['P2P_BASE_URL']).rstrip('/')
        self.api_key = api_key or os.environ['P2P_API_KEY']
        self.timeout, self.retries = timeout, retries

    def _open(self, method, path, query, body=None, timeout=None):
        asked = {{name: value for name, value in query.items() if value is not None}}
        url = self.base_url + path + ('?' + urllib.parse.urlencode(asked) if asked else '')
        headers = {{'X-API-Key': self.api_key}}
        data = None
        if body is not None:
            data, headers['Content-Type'] = json.dumps(body).encode(), 'application/json'
        request = urllib.request.Request(url, data=data, method=method, headers=headers)
        for attempt in range(self.retries + 1):
            try:
                return urllib.request.urlopen(request, timeout=timeout or self.timeout)
            except urllib.error.HTTPError as error:
                refused = P2PError(error.code, json.loads(error.read())['detail'])
                wait = int(error.headers.get('Retry-After', 0))
                if error.code != 429 or attempt == self.retries or wait > 60:
                    raise refused from None
                time.sleep(wait)

    def _call(self, method, path, query, body=None):
        with self._open(method, path, query, body) as answer:
            text = answer.read()
            return json.loads(text) if 'json' in answer.headers.get('Content-Type', '') else text.decode()

    def _events(self, path, query):
        """Yields the data of each event. The service sends a comment now and then and closes after an hour."""
        with self._open('GET', path, query, timeout=60) as answer:
            data = []
            for line in answer:
                line = line.decode().rstrip('\\r\\n')
                if line.startswith('data:'):
                    data.append(line[5:].strip())
                elif line == '' and data:
                    yield json.loads('\\n'.join(data))
                    data = []
'''


def write(document, out):
    out.write(HEAD.format(title=document['info']['title']))
    for path, operations in document['paths'].items():
        servers = operations.get('servers') or document.get('servers') or [{}]
        prefix = re.sub(r'^https?://[^/]+', '', servers[0].get('url', '')).rstrip('/')
        for method, operation in operations.items():
            if method not in ('get', 'post', 'patch', 'delete') or 'operationId' not in operation:
                continue
            in_path = parameters(document, operation, 'path')
            in_query = parameters(document, operation, 'query')
            has_body = 'requestBody' in operation
            names = [python_name(name) for name in in_path] + (['body'] if has_body else [])
            names += [python_name(name) + '=None' for name in in_query]
            address = prefix + path
            for name in in_path:
                address = address.replace('{%s}' % name, "' + urllib.parse.quote(%s, safe='') + '" % python_name(name))
            query = ', '.join('%r: %s' % (name, python_name(name)) for name in in_query)
            out.write('\n    def %s(self%s):\n' % (python_name(operation['operationId']), ''.join(', ' + n for n in names)))
            out.write('        """%s."""\n' % operation.get('summary', '').replace('"', "'").rstrip('.'))
            if 'text/event-stream' in operation['responses'].get('200', {}).get('content', {}):
                out.write("        return self._events('%s', {%s})\n" % (address, query))
                continue
            out.write("        return self._call('%s', '%s', {%s}%s)\n" % (method.upper(), address, query, ', body' if has_body else ''))


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    write(fetch(sys.argv[1], sys.argv[2]), sys.stdout)
