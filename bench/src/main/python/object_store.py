# SPDX-License-Identifier: Apache-2.0
# moto's S3-compatible server with one bucket, whose answers take MILLISECONDS longer, as from a store far away. Prints
# its port, and ends with its input.
import logging
import sys
import threading
import time

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import WSGIRequestHandler, make_server

store = DomainDispatcherApplication(create_backend_app)
delay = int(sys.argv[1]) / 1000


def far(environ, start_response):
    time.sleep(delay)
    return store(environ, start_response)


logging.getLogger("werkzeug").setLevel(logging.ERROR)
WSGIRequestHandler.protocol_version = "HTTP/1.1"  # connections are kept open
server = make_server("127.0.0.1", 0, far, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
