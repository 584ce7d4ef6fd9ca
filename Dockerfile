# SPDX-License-Identifier: Apache-2.0
#
# The program `recordio` on a Java runtime, without Hadoop: one process, on any file system of Hadoop.
#
#   docker build -t recordio .
#   docker run --rm -v "$PWD:/data" recordio info /data/packed
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY . .
RUN mvn -B -ntp -q -DskipTests package -pl jobs -am \
    && mkdir -p /opt/recordio/lib \
    && cp -R bin conf LICENSE /opt/recordio/ \
    && cp -R jobs/target/runtime /opt/recordio/lib/ \
    && find jobs/target -maxdepth 1 -name 'recordio-hadoop-jobs-*.jar' ! -name '*-tests.jar' -exec cp {} /opt/recordio/lib/ \;

FROM eclipse-temurin:17-jre
COPY --from=build /opt/recordio /opt/recordio
RUN ln -s /opt/recordio/bin/recordio /usr/local/bin/recordio \
    && useradd --create-home --uid 10001 recordio
USER recordio
WORKDIR /data
ENTRYPOINT ["recordio"]
CMD ["help"]
