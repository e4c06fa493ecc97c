"""Started by Fettle as `python3 -s -S -B FOLDER ROLE SETTINGS`: never by a program it runs."""

import json
import sys

if __name__ == "__main__":
    role, settings = sys.argv[1], json.loads(sys.argv[2])
    if role == "supervisor":
        from _fettle import supervisor

        supervisor.main(settings)
    elif role == "judge":
        from _fettle import judge_process

        judge_process.main(settings)
