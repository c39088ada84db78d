#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that the library can be used as README and these examples say: prove.py installed|subproject|metadata|packages|debs

  installed   installs into a folder with DESTDIR, moves it, builds the examples and README's with find_package and
              pkg-config, and runs them on a redis-server of its own;
  subproject  takes the sources in with FetchContent where neither Qt nor CLI11 nor yaml-cpp can be found;
  metadata    desktop file, AppStream and man pages are valid, the licences where they should be;
  packages    app/packages names what is missing where there is no apt-get;
  debs        the Debian packages can be made, depend on what they need, and have programs that start.

RATEWARDEN_BUILD is the folder of the build. Exit code 77: skipped, and why.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from llm_proxy_proof import prove_proxy

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ["RATEWARDEN_BUILD"]
COMPILER = os.environ.get("RATEWARDEN_CXX", "c++")
LAUNCHER = os.environ.get("RATEWARDEN_CXX_LAUNCHER", "")
CTL = os.environ.get("RATEWARDEN_CTL", os.path.join(BUILD, "app", "ratewarden-ctl"))
SKIPPED = 77
DEFAULT_ADDRESS = "redis://localhost:6379"
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror"]


def run(*command, fails=False, **options):
    """The output of a command; it must succeed, or fail if that is expected."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, **options)
    if (done.returncode != 0) != fails:
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def check(condition, what):
    if not condition:
        sys.exit(f"not so: {what}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def files_below(folder):
    for place, _, names in os.walk(folder):
        for name in names:
            yield os.path.join(place, name)


class Redis:
    """A server on a Unix socket, without persistence."""

    def __init__(self, folder):
        self.socket = os.path.join(folder, "redis.sock")
        self.address = "unix://" + self.socket
        self.process = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", self.socket, "--save", "", "--dir", folder],
            stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "ready to accept connections" in line.lower():
                return
        sys.exit("redis-server did not start")

    def cli(self, *words):
        return run("redis-cli", "-s", self.socket, *words).strip()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def configure(source, build, *settings):
    launcher = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={LAUNCHER}"] if LAUNCHER else []
    return ["cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_CXX_COMPILER={COMPILER}", *launcher, *settings]


def compile_with_pkg_config(source, program, package, pkg_config, static):
    environment = dict(os.environ, PKG_CONFIG_PATH=pkg_config)
    cflags, libs = (run("pkg-config", what, *(["--static"] if static else []), package, env=environment).split()
                    for what in ("--cflags", "--libs"))
    check(not any(flag.startswith("-I" + SOURCES) for flag in cflags), "pkg-config names no folder of the sources")
    compiler = ([LAUNCHER] if LAUNCHER else []) + [COMPILER]
    subject = program + ".o"
    run(*compiler, "-std=c++20", *STRICT, *cflags, "-c", source, "-o", subject)
    run(COMPILER, subject, *libs, "-o", program)


def readme_examples():
    """Each complete C++ program of README and the pages that it links, as it stands there."""
    pages = [os.path.join(SOURCES, "README.md")]
    pages += [path for path in files_below(os.path.join(SOURCES, "resources")) if path.endswith(".md")]
    for page in pages:
        for block in re.findall(r"```cpp\n(.*?)```", read(page), re.DOTALL):
            if "#include <ratewarden/" in block and "int main(" in block:
                yield page, block


def look_at_headers(prefix):
    headers = [path for path in files_below(os.path.join(prefix, "include"))]
    check(len(headers) > 40, "headers are installed")
    for path in headers:
        for line in read(path).splitlines():
            if not line.startswith("#include"):
                continue
            own = line.startswith('#include "ratewarden/')
            check(own or re.match(r"#include <[a-z_]+>$|#include <(sys|netinet)/", line),
                  f"{path} includes only this library and the standard's: {line}")


def look_for_paths(prefix):
    for path in files_below(prefix):
        if path.endswith((".cmake", ".pc", ".h")):
            for folder in (SOURCES, BUILD, "/opt/ratewarden"):
                check(folder not in read(path), f"{path} can be moved: it has no {folder} in it")


def prove_decide(program, redis):
    redis.cli("FLUSHALL")
    check(run(program) == "allowed\n", "the first request is allowed")
    # At once where the machine is not busy: 1/s; at the latest under 20/min.
    check(any(run(program).startswith("denied, try again in ") for _ in range(25)), "later ones are denied")
    shown = run(CTL, "--redis", redis.address, "peek", "user:42", "--policy", "user", fails=True)
    check("800/day" in shown, f"the console knows the rules: {shown}")


def get(url, user):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers={"X-User": user}), timeout=10) as response:
            return response.status, response.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def prove_http_service(program, redis):
    service = subprocess.Popen([program, redis.address, "0"], stdout=subprocess.PIPE, text=True)
    try:
        url = service.stdout.readline().strip() + "/"
        answers = [get(url, "user:7")]
        while answers[-1][0] == 200 and len(answers) < 300: # on a busy machine 5/s alone may never deny
            answers.append(get(url, "user:7"))
        check(len(answers) > 5 and answers[-1][0] == 429, f"at least five are allowed, then they are denied: {answers}")
        headers = answers[-1][1]
        check(re.fullmatch("[1-9]|[1-5][0-9]|60", headers["Retry-After"]), f"Retry-After is whole seconds: {headers}")
        check(headers["RateLimit-Policy"] == '"5/s";q=5;w=1,"100/min";q=100;w=60', f"the policy is told: {headers}")
        check(re.fullmatch(r'"5/s";r=[0-5](;t=1)?,"100/min";r=[0-9]+(;t=[0-9]+)?', headers["RateLimit"]) and
              f';r=0;t={headers["Retry-After"]}' in headers["RateLimit"], f"and what is left: {headers}")
        check("Retry-After" not in answers[0][1], "no Retry-After when allowed")
        check(get(url, "user:8")[0] == 200, "another user is not limited")
        check("http" in run(CTL, "--redis", redis.address, "policy", "list"), "the policy is published")
        redis.stop()
        check(get(url, "user:7")[0] == 200, "while Redis is away requests are allowed")
        with urllib.request.urlopen(url + "metrics", timeout=10) as response:
            metrics = response.read().decode()
        denied = sum(status == 429 for status, _ in answers)
        for line in (f'ratewarden_decisions_total{{policy="http",result="allowed"}} {len(answers) - denied + 2}',
                     f'ratewarden_decisions_total{{policy="http",result="denied"}} {denied}',
                     'ratewarden_decisions_total{policy="http",result="error"} 0',
                     'ratewarden_decisions_without_redis_total{policy="http"} 1',
                     f'ratewarden_decision_seconds_count{{policy="http"}} {len(answers) + 2}'):
            check(line + "\n" in metrics, f"the metrics have {line}: {metrics}")
    finally:
        service.send_signal(signal.SIGTERM)
        service.wait(10)


def prove_worker(program, redis):
    began = time.monotonic()
    lines = run(program, redis.address, "7").splitlines()
    took = time.monotonic() - began
    check(len(lines) == 7 and lines[6].startswith("job 7 done"), f"all jobs are done: {lines}")
    # Two at once, one was given back, and the other four 100 ms apart.
    check(took > 0.39, f"it has waited: {took} s")
    check(lines[6].endswith("994 left this hour"), f"what did not count was given back: {lines[6]}")
    check("partner" in run(CTL, "--redis", redis.address, "policy", "list"), "the policy is published")


def prove_following_service(program, redis, folder):
    service = subprocess.Popen([program, redis.address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(token):
        service.stdin.write(token + "\n")
        service.stdin.flush()
        return service.stdout.readline().strip()

    def skip_headers(count):
        return [service.stdout.readline().strip() for _ in range(count)]

    try:
        for _ in range(3):
            check(ask("user:1") == "200 under version 1", "three are allowed")
            skip_headers(2)
        check(ask("user:1") == "429 under version 1", "the fourth is denied")
        headers = skip_headers(3)
        check(headers[0] == 'RateLimit-Policy: "3/min";q=3;w=60' and headers[2].startswith("Retry-After: "), headers)
        policy = os.path.join(folder, "orders.json")
        write(policy, run(CTL, "--redis", redis.address, "policy", "show", "orders").replace("3/min", "5/min"))
        run(CTL, "--redis", redis.address, "policy", "publish", policy, "--reason", "more for all")
        deadline = time.monotonic() + 20
        answer, attempt = "", 0
        while answer != "200 under version 2" and time.monotonic() < deadline:
            attempt += 1
            answer = ask(f"other:{attempt}")
            skip_headers(2)
        check(answer == "200 under version 2", "it follows what is published")
        check(ask("user:1") == "200 under version 2", "and its tokens have more")
        check(skip_headers(2)[0] == 'RateLimit-Policy: "5/min";q=5;w=60', "of which clients are told")
    finally:
        service.stdin.close()
        service.wait(10)


def prove_llm_proxy(program, redis):
    redis.cli("FLUSHALL")

    def inspect(key):
        return json.loads(run(CTL, "--redis", redis.address, "inspect", key, "--json"))

    prove_proxy(lambda model: [program, "127.0.0.1", str(model), redis.address], inspect)


def prove_coroutine_service(program, redis, folder):
    redis.cli("FLUSHALL")
    service = subprocess.Popen([program, redis.address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line, answers=1):
        service.stdin.write(line + "\n")
        service.stdin.flush()
        return [service.stdout.readline().strip() for _ in range(answers)]

    try:
        check(ask("alice") == ["200 alice under version 1"], "the first is allowed")
        check(ask("alice bob", 2) == ["200 alice under version 1", "200 bob under version 1"], "two in one round trip")
        answers = [ask("alice")[0] for _ in range(100)] # on a busy machine 2/s alone may never deny
        check("429 alice under version 1" in answers, f"later ones are denied: {answers}")
        check(ask("wait carol") + ask("wait carol") + ask("wait carol") == ["200 carol under version 1"] * 3, "or wait")
        policy = os.path.join(folder, "orders.json")
        write(policy, run(CTL, "--redis", redis.address, "policy", "show", "orders").replace("2/s", "3/s")
              .replace("{", '{"whenAway": "allow",', 1))
        run(CTL, "--redis", redis.address, "policy", "publish", policy, "--reason", "more for all")
        deadline = time.monotonic() + 20
        while ask("dave") != ["200 dave under version 2"]:
            check(time.monotonic() < deadline, "it follows what is published")
        redis.cli("CLIENT", "PAUSE", "5000", "ALL")  # longer than the service waits; nobody can end it early
        answer = ask("erin")
        check(answer == ["200 erin under version 2, without Redis"], f"and falls back as that says: {answer}")
        service.stdin.write("wait frank\nwait frank\n")
        service.stdin.close()
        left = service.stdout.read().splitlines()
        check(len(left) == 2 and all(line.startswith("200 frank") for line in left), f"none is lost at the end: {left}")
    finally:
        service.kill()
        service.wait(10)


def prove_that_it_tells(program, words, redis, name, rules):
    """Where the policy is published with other rules, or another algorithm, than the program was written for."""
    redis.cli("FLUSHALL")
    for algorithm, published in (("token-bucket", rules), ("sliding-log", "9/h")):
        redis.cli("HSET", "rw:policies", name, json.dumps({"schema": 1, "algorithm": algorithm, "rules": published}))
        process = subprocess.Popen([program, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        try:
            told = process.stderr.readline()
        finally:
            process.terminate()
            process.communicate(timeout=10)
        check(re.fullmatch(rf"the policy (api )?is published otherwise(, and followed)?: {algorithm} {re.escape(published)}\n", told),
              f"{program} tells of {algorithm} {published}: {told}")


def prove_closed_streams(program, words, redis, ends):
    """Whichever of its standard streams it is started without, nothing that it prints goes to the server."""
    for closed in range(1, 8):
        redis.cli("FLUSHALL")
        redis.cli("CONFIG", "RESETSTAT")
        without = "".join(f" {stream}>&-" for stream in range(3) if closed >> stream & 1)
        process = subprocess.Popen(["sh", "-c", f'exec "$@"{without}', "sh", program, *words],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            if ends:
                process.wait(30)
            deadline = time.monotonic() + 30
            while redis.cli("EXISTS", "rw:policies") == "0":
                check(time.monotonic() < deadline, f"{program} without{without} publishes its policy")
        finally:
            process.terminate()
            process.wait(10)
        errors = redis.cli("INFO", "errorstats")
        check("errorstat_ERR" not in errors, f"{program} without{without} sends only commands: {errors}")


def installed(folder):
    staged = os.path.join(folder, "staged")
    run("cmake", "--install", BUILD, "--component", "library", "--prefix", "/opt/ratewarden",
        env=dict(os.environ, DESTDIR=staged))
    prefix = os.path.join(folder, "moved")
    os.rename(os.path.join(staged, "opt", "ratewarden"), prefix)
    look_at_headers(prefix)
    look_for_paths(prefix)
    pkg_config = next(os.path.dirname(path) for path in files_below(prefix) if path.endswith("/ratewarden.pc"))

    redis = Redis(folder)
    try:
        # Of what the examples have as their server only this is ours to change.
        sources = os.path.join(prefix, "share", "doc", "libratewarden-dev", "examples")
        decide = os.path.join(sources, "decide.cpp")
        check(DEFAULT_ADDRESS in read(decide), "decide.cpp names the usual server")
        write(decide, read(decide).replace(DEFAULT_ADDRESS, redis.address))
        build = os.path.join(folder, "build")
        settings = [f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={' '.join(STRICT)}", "-DCMAKE_BUILD_TYPE=Debug"]
        run(*configure(sources, build, *settings))
        run("cmake", "--build", build)
        prove_decide(os.path.join(build, "decide"), redis)
        prove_worker(os.path.join(build, "worker"), redis)
        prove_following_service(os.path.join(build, "following_service"), redis, folder)
        prove_coroutine_service(os.path.join(build, "coroutine_service"), redis, folder)
        prove_llm_proxy(os.path.join(build, "llm_proxy"), redis)
        said = run(os.path.join(build, "worker"), "--help", fails=True)
        check("usage: worker" in said, f"a wrong address is told of: {said}")
        for example, name, rules, *words in (["decide", "user", "1/s + 20/min + 200/h + 800/day"],
                                             ["worker", "partner", "10/s burst 2 + 1000/h", redis.address, "1"],
                                             ["following_service", "orders", "3/min", redis.address],
                                             ["coroutine_service", "orders", "2/s + 100/min", redis.address]):
            prove_closed_streams(os.path.join(build, example), words, redis, ends=True)
            prove_that_it_tells(os.path.join(build, example), words, redis, name, rules)
        prove_that_it_tells(os.path.join(build, "http_service"), [redis.address, "0"], redis, "http", "5/s + 100/min")
        prove_closed_streams(os.path.join(build, "http_service"), [redis.address, "0"], redis, ends=False)

        for static in (False, True):
            program = os.path.join(folder, "decide-static" if static else "decide")
            compile_with_pkg_config(decide, program, "ratewarden", pkg_config, static)
            prove_decide(program, redis)

        number = 0
        for page, block in readme_examples():
            number += 1
            source = os.path.join(folder, f"readme{number}.cpp")
            write(source, block.replace(DEFAULT_ADDRESS, redis.address))
            compile_with_pkg_config(source, source[:-4], "ratewarden", pkg_config, False)
            redis.cli("FLUSHALL")
            run(source[:-4], input="user:42\n")
            check(redis.cli("EXISTS", "rw:policies") == "1", f"{page}: example {number} publishes its policy")
            name, document = redis.cli("HGETALL", "rw:policies").splitlines()[:2]
            prove_that_it_tells(source[:-4], [], redis, name, json.loads(document)["rules"])
        print(f"{number} examples of README and its pages")

        # The other half of the library, through both ways.
        admin = os.path.join(folder, "admin")
        write(os.path.join(admin, "main.cpp"), """
            #include <ratewarden/admin.h>
            #include <iostream>
            int main() {
                const auto read = ratewarden::readRulesInAnyNotation("RateLimit-Policy: \\"a\\";q=20;w=60");
                std::cout << ratewarden::notation(read.rules) << " " << RATEWARDEN_VERSION_STRING << "\\n";
            }""")
        write(os.path.join(admin, "CMakeLists.txt"), """
            cmake_minimum_required(VERSION 3.23)
            project(admin LANGUAGES CXX)
            set(WANTED "0.1 REQUIRED COMPONENTS admin" CACHE STRING "")
            separate_arguments(WANTED)
            find_package(ratewarden ${WANTED})
            add_executable(admin main.cpp)
            target_link_libraries(admin PRIVATE ratewarden::admin)""")
        build = os.path.join(folder, "build-admin")
        run(*configure(admin, build, *settings))
        run("cmake", "--build", build)
        version = re.search(r"project\(ratewarden VERSION ([0-9.]+)", read(os.path.join(SOURCES, "CMakeLists.txt")))[1]
        check(run(os.path.join(build, "admin")) == f"20/min {version}\n", "ratewarden::admin works")
        compile_with_pkg_config(os.path.join(admin, "main.cpp"), os.path.join(folder, "adm"), "ratewarden-admin",
                                pkg_config, False)
        check(run(os.path.join(folder, "adm")) == f"20/min {version}\n", "ratewarden-admin works")
        refused = run(*configure(admin, build, "-DWANTED=0.2 REQUIRED"), fails=True)
        check(f"version: {version}" in refused, f"another minor version is refused: {refused}")
        refused = run(*configure(admin, build, "-DWANTED=0.1 REQUIRED COMPONENTS wings"), fails=True)
        check('There is no component "wings"' in refused, f"an unknown component is named: {refused}")

        prove_http_service(os.path.join(folder, "build", "http_service"), redis) # stops the server
    finally:
        redis.stop()


def subproject(folder):
    source = os.path.join(folder, "service")
    write(os.path.join(source, "CMakeLists.txt"), f"""
        cmake_minimum_required(VERSION 3.23)
        project(service LANGUAGES CXX)
        include(FetchContent)
        FetchContent_Declare(ratewarden SOURCE_DIR "{SOURCES}")
        FetchContent_MakeAvailable(ratewarden)
        add_executable(service main.cpp)
        target_link_libraries(service PRIVATE ratewarden::core)
        target_compile_options(service PRIVATE {' '.join(STRICT)})
        if(WITH_ADMIN AND NOT TARGET ratewarden::admin)
            message(FATAL_ERROR "no ratewarden::admin")
        endif()""")
    shutil.copy(os.path.join(HERE, "decide.cpp"), os.path.join(source, "main.cpp"))
    build = os.path.join(folder, "build")
    hidden = ["Qt6", "CLI11", "simdjson", "ZLIB", "SQLite3"]
    run(*configure(source, build, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                   *[f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=TRUE" for name in hidden]))
    cache = read(os.path.join(build, "CMakeCache.txt"))
    for name in ("yamlcpp", "zstd", "Qt6", "CLI11", "BUILD_TESTING", "CMAKE_BUILD_TYPE:STRING=Release"):
        check(not re.search("^" + name, cache, re.MULTILINE), f"{name} is not looked for or set")
    for target in re.findall(r"^(\S+): ", run("ninja", "-C", build, "-t", "targets", "all"), re.MULTILINE):
        check(not re.search(r"tst_|ratewarden-ctl|_autogen|/ui/|ratewarden-admin|^tidy|^join_scripts$", target),
              f"{target} is not built")
    commands = read(os.path.join(build, "compile_commands.json"))
    command = next(line for line in commands.splitlines() if "service/main.cpp" in line and '"command"' in line)
    check(not re.search(rf"(-I|-isystem ?){SOURCES}(/core)?[ \"]", command), f"core/ stays the user's name: {command}")
    run("ninja", "-C", build, "CMakeFiles/service.dir/main.cpp.o")
    run(*configure(source, os.path.join(folder, "build-admin"), "-DRATEWARDEN_ADMIN=ON", "-DWITH_ADMIN=ON"))


def documents():
    """The manual pages that are made of resources/docs, by their paths below share/man."""
    return {f"man{3 if name == 'library.md' else 7}/ratewarden-{name[:-len('.md')]}.{3 if name == 'library.md' else 7}.gz"
            for name in os.listdir(os.path.join(SOURCES, "resources", "docs"))}


def look_at_manual_pages(staged):
    folder = os.path.join(staged, "share", "man")
    wanted = {"man1/ratewarden.1.gz", "man1/ratewarden-ctl.1.gz"}
    if shutil.which("lowdown"):
        wanted |= documents()
    else:
        print("without lowdown no pages of resources/docs are made")
    pages = {os.path.relpath(path, folder) for path in files_below(folder)}
    check(pages == wanted, f"the manual pages are {wanted}: {pages}")
    names = {re.sub(r".*/(.*)\.(.)\.gz$", r"\1(\2)", page) for page in pages}
    for page in pages if shutil.which("man") else ():
        path = os.path.join(folder, page)
        formatted = subprocess.run(["man", "--warnings", "-l", "-Tutf8", path], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, check=True,
                                   env=dict(os.environ, MANWIDTH="80", GROFF_NO_SGR="1"))
        check(not formatted.stderr, f"{page} is without warnings: {formatted.stderr}")
        text = re.sub(".\b", "", formatted.stdout) # what is bold is struck twice
        # Commands and code stay on the lines that somebody copies.
        wide = [line for line in text.splitlines() if len(line) > 80 and not line.startswith(" " * 11)]
        check(not wide, f"{page} fits 80 columns: {wide}")
        name = re.search(r"/(.*)\.", page[:-len(".gz")])[1]
        found = run("lexgrog", path).strip() # what apropos finds
        check(re.fullmatch(rf'.*: "{re.escape(name)} - [^"]+"', found), f"{page} has a name and says what it is: {found}")
        # "[](" begins a function without a name.
        check(not re.search(r"[^\[]\]\(|\.md\b|<(details|summary)|\\f|\*\*", text), f"{page} has no marks of another language left")
        also = set(re.findall(r"[\w-]+\(\d\)", text.split("SEE ALSO")[1]))
        if shutil.which("lowdown"):
            missing = names - also - {re.sub(r".*/(.*)\.(.)\.gz$", r"\1(\2)", page)}
            check(not missing, f"{page} names the other pages: {missing}")
            mentioned = set(re.findall(r"ratewarden[\w-]*\(\d\)", text)) - names
            check(not mentioned, f"{page} names pages that there are: {mentioned}")


def metadata(folder):
    staged = os.path.join(folder, "staged")
    for component in ("console", "terminal", "library"):
        run("cmake", "--install", BUILD, "--component", component, "--prefix", staged)
    paths = {os.path.relpath(path, staged) for path in files_below(staged)}
    names = {os.path.basename(path) for path in paths}
    desktop = next(path for path in paths if path.endswith(".desktop"))
    appstream = next(path for path in paths if path.endswith(".metainfo.xml"))
    identity = os.path.basename(desktop)[:-len(".desktop")]
    check(os.path.basename(appstream) == identity + ".metainfo.xml", "one name for desktop file and AppStream")
    check(f"<id>{identity}</id>" in read(os.path.join(staged, appstream)), "which AppStream's id is")
    check(f"<launchable type=\"desktop-id\">{identity}.desktop</launchable>" in read(os.path.join(staged, appstream)),
          "and what it launches")
    check(f"Icon={identity}\n" in read(os.path.join(staged, desktop)), "and the icon's")
    check(identity + ".svg" in names, "the icon is installed")
    main = read(os.path.join(SOURCES, "app", "main.cpp"))
    check(f'setDesktopFileName("{identity}")' in main, "windows say which desktop file is theirs")
    for size in (16, 32, 48, 128, 256):
        check(f"share/icons/hicolor/{size}x{size}/apps/{identity}.png" in paths, f"also with {size} pixels")
    look_at_manual_pages(staged)
    check(read(os.path.join(staged, "share/ratewarden/formats.schema.json")) ==
          read(os.path.join(SOURCES, "resources", "formats.schema.json")), "format files name a schema that is installed")
    shown = run("man", "-l", os.path.join(staged, "share/man/man1/ratewarden-ctl.1.gz"), env=dict(os.environ, MANWIDTH="100"))
    for command in ("check", "policy", "lab", "--redis"):
        check(re.search(rf"^ +{command}\b", shown, re.MULTILINE), f"the man page has {command}")
    version = re.search(r"project\(ratewarden VERSION ([0-9.]+)", read(os.path.join(SOURCES, "CMakeLists.txt")))[1]
    check(f'version="{version}"' in read(os.path.join(staged, appstream)), "AppStream has this version among the releases")
    for name, licence in (("LICENSE-MIT", "MIT.txt"), ("LICENSE-GPL-3.0", "GPL-3.0-or-later.txt")):
        check(read(os.path.join(SOURCES, name)) == read(os.path.join(SOURCES, "LICENSES", licence)), f"{name} is {licence}")
    missing = [tool for tool in ("desktop-file-validate", "appstreamcli") if not shutil.which(tool)]
    if missing:
        print("skipped:", " and ".join(missing), "not here")
        sys.exit(SKIPPED)
    problems = run("desktop-file-validate", os.path.join(staged, desktop))
    check(not problems, problems)
    said = subprocess.run(["appstreamcli", "validate", "--no-net", os.path.join(staged, appstream)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout
    # There is no homepage yet, of which newer ones warn.
    problems = [line for line in said.splitlines() if re.match("[EW]: ", line) and "url-homepage-missing" not in line]
    check("Validation" in said and not problems, said)


def packages(folder):
    # A system without apt-get that has all but the server of the demo, and CMake.
    for command in ("bash", "pkg-config", "c++", "ninja"):
        os.symlink(shutil.which(command), os.path.join(folder, command))
    for option in ([], ["--no-install"]):
        said = run("/bin/bash", os.path.join(SOURCES, "app", "packages"), *option, "build", "demo", fails=True,
                   env={"PATH": folder})
        check(said.startswith("app/packages: there is no apt-get here.") and said.endswith(": cmake redis-server\n"), said)

    # One with apt-get, where a package is there under the name of another, and one was removed.
    for name, lines in (("apt-get", "exit 1"), ("dpkg-query", """echo 'installed qt6-base-dev, libqt6opengl6-dev (= 6.8.2), other'
            echo 'installed qt6-charts-dev, '; echo 'config-files qtkeychain-qt6-dev, '""")):
        write(os.path.join(folder, name), "#!/bin/sh\n" + lines + "\n")
        os.chmod(os.path.join(folder, name), 0o755)
    os.symlink(shutil.which("awk"), os.path.join(folder, "awk"))
    said = run("/bin/bash", os.path.join(SOURCES, "app", "packages"), "--no-install", "console", fails=True, env={"PATH": folder})
    check(said == "app/packages: these packages are missing: qt6-l10n-tools qtkeychain-qt6-dev\n", said)


def debs(folder):
    if not shutil.which("dpkg-deb") or not shutil.which("dpkg-shlibdeps"):
        print("skipped: this is no Debian")
        sys.exit(SKIPPED)
    run("cpack", "-G", "DEB", "-B", folder, cwd=BUILD)
    packages = {os.path.basename(path).split("_")[0]: path for path in files_below(folder) if path.endswith(".deb")}
    check(set(packages) == {"ratewarden", "ratewarden-ctl", "libratewarden-dev"}, f"three packages: {packages}")
    root = os.path.join(folder, "root")
    needs = {}
    summary = run("dpkg-deb", "--field", packages["ratewarden"], "Description").splitlines()[0]
    check(summary == "desktop console for rate limiters in Redis", f"each package has its own description: {summary}")
    for name, path in packages.items():
        needs[name] = run("dpkg-deb", "--field", path, "Depends")
        run("dpkg-deb", "-x", path, root)
        check(os.path.exists(os.path.join(root, "usr/share/doc", name, "copyright")), f"{name} has its copyright")
    if shutil.which("lintian"):
        run("lintian", "--no-cfg", "--allow-root", "--fail-on", "error", *packages.values())
    if shutil.which("lowdown"):
        for package, document in (("ratewarden", "man7/ratewarden-console.7"), ("ratewarden-ctl", "man7/ratewarden-terminal.7"),
                                  ("ratewarden-ctl", "man7/ratewarden-deployment.7"), ("libratewarden-dev", "man3/ratewarden-library.3")):
            check(f"./usr/share/man/{document}.gz\n" in run("dpkg-deb", "--contents", packages[package]),
                  f"{package} has {document}")
    check("libqt6widgets6" in needs["ratewarden"] and "libhiredis" in needs["ratewarden"], needs)
    check("libhiredis" in needs["ratewarden-ctl"] and "qt6" not in needs["ratewarden-ctl"], needs)
    check("libhiredis-dev" in needs["libratewarden-dev"] and "qt6" not in needs["libratewarden-dev"], needs)
    for program in ("ratewarden", "ratewarden-ctl"):
        said = run(os.path.join(root, "usr/bin", program), "--version")
        check(re.search(r"\b[0-9]+\.[0-9]+\.[0-9]+\b", said), said)


if __name__ == "__main__":
    if not shutil.which("redis-server") or not shutil.which("ninja"):
        print("skipped: redis-server or ninja is not here")
        sys.exit(SKIPPED)
    proof = {"installed": installed, "subproject": subproject, "metadata": metadata, "packages": packages, "debs": debs}[sys.argv[1]]
    with tempfile.TemporaryDirectory(prefix="ratewarden-package-") as temporary:
        proof(temporary)
