import dev.recordio.mapreduce.RecordIOInputFormat;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** Counts the records of a file. */
public class Consumer {
  public static void main(String[] args) throws Exception {
    Job job = Job.getInstance();
    RecordIOInputFormat.addInputPath(job, new Path(args[0]));
    var format = new RecordIOInputFormat();
    long records = 0;
    for (InputSplit split : format.getSplits(job)) {
      var context = new TaskAttemptContextImpl(job.getConfiguration(), new TaskAttemptID());
      try (var reader = format.createRecordReader(split, context)) {
        reader.initialize(split, context);
        while (reader.nextKeyValue()) {
          records++;
        }
      }
    }
    System.out.println("records: " + records);
  }
}
