# Fumibako in a container: x86-64 and arm64. docs/hosting.md tells how it is started; nothing but
# /data is written to, and no setting is in the image.
FROM python:3.13-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
RUN python -m venv --without-pip /opt/fumibako
COPY requirements.lock requirements-beacon.lock requirements-postgres.lock requirements-build.lock ./
RUN pip --python /opt/fumibako/bin/python install -q --require-hashes \
        -r requirements.lock -r requirements-beacon.lock -r requirements-postgres.lock \
    && pip install -q --require-hashes -r requirements-build.lock
COPY pyproject.toml README.md LICENSE .gitignore ./
COPY core core
COPY storage storage
COPY locales locales
COPY adapters adapters
RUN pip wheel -q --no-deps --no-build-isolation -w /wheel . \
    && pip --python /opt/fumibako/bin/python install -q --no-deps --no-index /wheel/*.whl

FROM python:3.13-slim-bookworm
RUN useradd --system --uid 10001 --no-create-home --home-dir /data fumibako \
    && install -d -o fumibako -g fumibako -m 700 /data
COPY --from=build /opt/fumibako /opt/fumibako
COPY deploy/alive.py /opt/alive.py
ENV PATH=/opt/fumibako/bin:$PATH HOME=/data XDG_DATA_HOME=/data HOST=0.0.0.0 PORT=8000 \
    PYTHONDONTWRITEBYTECODE=1
USER 10001
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "/opt/alive.py"]
ENTRYPOINT ["fumibako"]
CMD ["run"]
