Feature: Scripts
  As an author of flows
  I want to run code and commands
  So that a flow can do what no task does

  Scenario: JavaScript gives what it returns
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: returned, version: '1.0.0' }
      do:
        - total:
            run:
              script:
                language: js
                arguments: { prices: '${ [.items[].price] }' }
                code: |
                  const total = prices.reduce((sum, price) => sum + price, 0);
                  return { total, text: `${prices.length} items` };
      """
    And given the workflow input is:
      """yaml
      { items: [ { price: 2 }, { price: 3 } ] }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      { total: 5, text: 2 items }
      """

  Scenario: Arguments by position, written to stdout
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: positional, version: '1.0.0' }
      do:
        - greet:
            run:
              script:
                language: js
                arguments: [ hello, world ]
                code: |
                  const [_, __, arg0, arg1] = process.argv;
                  console.log('arg > ', arg0, arg1)
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      "arg >  hello world\n"
      """

  Scenario: A command with stdin, and all that came of it
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: command, version: '1.0.0' }
      do:
        - count:
            run:
              shell:
                stdin: '${ .text }'
                command: 'read line; echo "$1 $line $KIND"; exit 4'
                arguments: [ '$(got)' ]
                environment: { KIND: plain }
              return: all
      """
    And given the workflow input is:
      """yaml
      { text: "one\n" }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      { code: 4, stdout: "$(got) one plain\n", stderr: '' }
      """

  Scenario: An error in the code can be caught
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: caught, version: '1.0.0' }
      do:
        - attempt:
            try:
              - broken: { run: { script: { language: js, code: 'throw new RangeError("too far");' } } }
            catch:
              errors: { with: { status: 500 } }
              do:
                - say: { set: { what: '${ $error.detail }', where: '${ $error.instance }' } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      { what: 'RangeError: too far (line 1)', where: /do/0/attempt/try/0/broken }
      """

  Scenario: A script that runs longer than its task may
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: late, version: '1.0.0' }
      do:
        - endless:
            timeout: { after: { milliseconds: 300 } }
            run: { script: { language: js, code: 'for (;;) {}' } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      { type: https://open-workflow-specification.org/spec/1.0.0/errors/timeout, status: 408 }
      """
