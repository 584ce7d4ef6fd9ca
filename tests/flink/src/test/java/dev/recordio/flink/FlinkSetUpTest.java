// SPDX-License-Identifier: Apache-2.0
package dev.recordio.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.recordio.mapreduce.RecordIOInputFormat;
import java.util.List;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

/** What docs/engines.md warns of. */
class FlinkSetUpTest extends FlinkTestBase {
  @Test
  void batchModeIsRefused() throws Exception {
    StreamExecutionEnvironment env = Flink.environment();
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    var records =
        env.createInput(input(new RecordIOInputFormat(), job(copy("tiny.rec"))))
            .map(record -> "record")
            .returns(Types.STRING);
    var e = assertThrows(IllegalStateException.class, () -> Flink.collect(records));
    assertTrue(e.getMessage().contains("UNBOUNDED"), e.getMessage());
  }

  @Test
  void serversListenToThisMachineOnly() throws Exception {
    List<String> servers =
        Flink.collect(
            Flink.environment()
                .createInput(input(new RecordIOInputFormat(), job(copy("tiny.rec"))))
                .map(record -> String.join(" ", Listening.addresses()))
                .returns(Types.STRING));
    assertFalse(servers.isEmpty());
    for (String addresses : servers) {
      assertTrue(addresses.split(" ").length > 2, addresses); // RPC, BLOB, REST
      for (String address : addresses.split(" ")) {
        assertEquals("127.0.0.1", address);
      }
    }
  }
}
