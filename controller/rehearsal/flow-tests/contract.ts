import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Finding } from '../../catalog/index.js';

/** One respect in which a run was not as its test expects. */
export interface TestFailure {
  /**
   * `unanswered`: a call, or a wait for the world, without an answer; `open`: the run did not end; `input`: the flow does not take
   * the input; the others name the expectation.
   */
  kind: 'unanswered' | 'open' | 'input' | 'answer' | 'status' | 'output' | 'fault' | 'calls' | 'stores';
  message: string;
  hint?: string;
  /** The place in the file of the test: a JSON pointer, and the line and column from 1. */
  pointer: string;
  line: number;
  column: number;
  /** JSON pointer of the place in the value that differs; left out where no value does. */
  path?: string;
  /** Left out where nothing was expected. */
  expected?: Json;
  /** Left out where there is nothing. */
  actual?: Json;
  /** The task, by its reference, and its flow. */
  task?: string;
  flow?: string;
  /** An entry that `given` lacks. */
  entry?: JsonObject;
}

/** A call that the run made. */
interface TestedCall {
  /** Such as `shop.get`. */
  call: string;
  flow: string;
  task: string;
  arguments: Json;
}

/** The tasks of a flow that ran in tests. */
export interface TestCoverage {
  flow: string;
  tasks: number;
  /** References of the tasks that did not run. */
  missing: string[];
}

/** The result of one test. */
export interface FlowTestResult {
  name: string;
  flow: string;
  file: string;
  /** The line of the test's name. */
  line: number;
  result: 'passed' | 'failed' | 'invalid';
  failures: TestFailure[];
  /** Findings that keep the test from running. */
  findings: Finding[];
  /** Entries of `given` that answered nothing, by pointer, each with its place. */
  unused: { pointer: string; line: number }[];
  /** The calls of the run, the first 100, in their order. */
  calls: TestedCall[];
  /** The time of the test that passed, in ms. */
  elapsedMs: number;
  /** The time of the computation, in ms. */
  durationMs: number;
}

/** The results of tests. */
export interface FlowTestReport {
  results: FlowTestResult[];
  passed: number;
  failed: number;
  coverage: TestCoverage[];
  /** Tests that were not run, and why; empty where all were. */
  missing: string[];
}

/** The results of tests of files that are in no service. */
export interface FileTestReport extends FlowTestReport {
  /** The first error of each file that defines no entity because of it: a test in such a file is not known. */
  unreadable: Finding[];
}
