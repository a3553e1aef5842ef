Feature: Data flow
  As an author of flows
  I want data to pass through each stage that the language names
  So that a task gets what it needs and nothing else

  Scenario: Input is shaped before the first task and before each task
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: shaped-input, version: '1.0.0' }
      input:
        from: .envelope
      do:
        - greet:
            input:
              from: '{ who: .person.name, raw: $task.input.person.name }'
            set:
              greeting: '${ "Hello " + .who + " and " + $input.raw }'
              context: '${ $context.person.name }'
              whole: '${ $workflow.input.envelope.person.name }'
      """
    And given the workflow input is:
      """yaml
      envelope: { person: { name: Ada } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      greeting: Hello Ada and Ada
      context: Ada
      whole: Ada
      """

  Scenario: Output and exports are shaped after a task, and the flow's output last
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: shaped-output, version: '1.0.0' }
      do:
        - price:
            set: { net: 100, rate: 0.19 }
            output:
              as: '{ gross: (.net * (1 + .rate)) }'
            export:
              as: '$context + { paid: $output.gross, net: $task.output.net }'
        - label:
            set:
              text: '${ "total \(.gross)" }'
      output:
        as:
          label: '${ .text }'
          paid: '${ $context.paid }'
          net: '${ $context.net }'
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      label: total 119
      paid: 119
      net: 100
      """
    And price should complete with output:
      """yaml
      gross: 119
      """

  Scenario: A task whose condition does not hold is skipped with its input as output
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: skipped, version: '1.0.0' }
      do:
        - discount:
            if: .total > 100
            set: { total: '${ .total - 10 }' }
            then: end
        - note:
            set: '${ . + { noted: true } }'
      """
    And given the workflow input is:
      """yaml
      total: 50
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      total: 50
      noted: true
      """
    And discount should be skipped
    And note should run first

  Scenario: Input that does not fit the schema faults before anything runs
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: checked-input, version: '1.0.0' }
      input:
        schema:
          format: json
          document:
            type: object
            required: [ id ]
            properties: { id: { type: integer } }
      do:
        - use:
            set: { id: '${ .id }' }
      """
    And given the workflow input is:
      """yaml
      id: seven
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/validation
      status: 400
      instance: /input
      """

  Scenario: Output and context that do not fit their schemas fault
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: checked-output, version: '1.0.0' }
      do:
        - outputGuard:
            try:
              - bad:
                  set: { count: many }
                  output:
                    schema: { document: { properties: { count: { type: number } } } }
            catch:
              as: problem
              do:
                - keep:
                    set: { instance: '${ $problem.instance }', status: '${ $problem.status }' }
        - badExport:
            set: { ok: true }
            export:
              as: '{ total: -1 }'
              schema: { document: { properties: { total: { minimum: 0 } } } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/validation
      instance: /do/1/badExport
      """
    And keep should complete with output:
      """yaml
      instance: /do/0/outputGuard/try/0/bad
      status: 400
      """

  Scenario: Expressions stand inside longer texts, and texts that only look like data stay data
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: texts, version: '1.0.0' }
      do:
        - write:
            set:
              line: 'Dear ${ .name }, you have ${ .items | length } items, first ${ .items[0] }.'
              literal: .name
              untouched: '${ .snippet }'
      """
    And given the workflow input is:
      """yaml
      name: Grace
      items: [ { id: 1 } ]
      snippet: '${ .name }'
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      line: 'Dear Grace, you have 1 items, first {"id":1}.'
      literal: .name
      untouched: '${ .name }'
      """

  Scenario: In loose mode texts are evaluated when they can be
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: loose, version: '1.0.0' }
      evaluate: { mode: loose }
      do:
        - write:
            set:
              name: .user.name
              plain: Hello there
              failing: '.user.name - 1'
      """
    And given the workflow input is:
      """yaml
      user: { name: Lin }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      name: Lin
      plain: Hello there
      failing: '.user.name - 1'
      """

  Scenario: An expression that fails is an expression error of its task
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: failing, version: '1.0.0' }
      do:
        - outer:
            do:
              - add:
                  set: { sum: '${ .word + 1 }' }
      """
    And given the workflow input is:
      """yaml
      word: one
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/expression
      status: 400
      instance: /do/0/outer/do/0/add
      """
    And outer should fault
