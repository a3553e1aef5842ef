Feature: Events
  As an author of flows
  I want to send events and to wait for those of others
  So that flows react to what happens elsewhere

  Scenario: An event is sent with the members that the author leaves out
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: announce, version: '1.0.0' }
      do:
        - announce:
            emit:
              event:
                with: { type: com.example.tea.ready.v1, priority: 3, data: { cups: '${ .cups * 2 }' } }
      """
    And given the workflow input is:
      """yaml
      cups: 2
      """
    When the workflow is executed
    Then the workflow should complete
    And the workflow output should have properties 'id', 'time'
    And the workflow output should have a 'source' property with value:
      """yaml
      /own/announce/1.0.0
      """
    And the workflow output should have a 'data' property with value:
      """yaml
      cups: 4
      """
    And the workflow should have sent:
      """yaml
      - specversion: '1.0'
        source: /own/announce/1.0.0
        type: com.example.tea.ready.v1
        priority: 3
        data: { cups: 4 }
      """

  Scenario: An attribute that CloudEvents does not allow faults
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: wrong-attribute, version: '1.0.0' }
      do:
        - announce:
            emit: { event: { with: { type: a, customer: '${ { name: "Ada" } }' } } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/validation
      status: 400
      instance: /do/0/announce
      """

  Scenario: One event is awaited by its type and by its data
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: one, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { one: { with: { type: paid, data: '${ .order == $input.order and .total > 10 }' } } }
      """
    And given the workflow input is:
      """yaml
      order: o-2
      """
    And these events arrive:
      """yaml
      - { type: paid, data: { order: o-1, total: 20 } }
      - { type: sent, data: { order: o-2, total: 20 } }
      - { type: paid, data: nothing }
      - { type: paid, data: { order: o-2, total: 20 } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      - { order: o-2, total: 20 }
      """

  Scenario: A pattern fits the whole attribute, and the whole event can be read
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: pattern, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { any: [ { with: { type: 'com\.example\..*', region: eu } }, { with: { subject: 'tea-[0-9]+' } } ] }
              read: envelope
            output: { as: '${ map({ id, type }) }' }
      """
    And these events arrive:
      """yaml
      - { type: org.com.example.a }
      - { type: com.example.a, region: us }
      - { type: other, subject: tea-1x }
      - { type: other, subject: tea-12 }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      - { id: '4', type: other }
      """

  Scenario: All events are awaited, in any order, each filter with an event of its own
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: all, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { all: [ { with: { type: a } }, { with: { type: a } }, { with: { type: b } } ] }
      """
    And these events arrive:
      """yaml
      - { type: b, data: 1 }
      - { type: a, data: 2 }
      - { type: b, data: 3 }
      - { type: a, data: 4 }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      [ 1, 2, 4 ]
      """

  Scenario: Events are consumed until a condition on what was read holds
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: until-condition, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { any: [], until: 'add > 5' }
      """
    And these events arrive:
      """yaml
      - { type: a, data: 2 }
      - { type: io.serverlessworkflow.workflow.completed.v1, data: { name: other } }
      - { type: b, data: 3 }
      - { type: c, data: 4 }
      - { type: d, data: 5 }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      [ 2, 3, 4 ]
      """

  Scenario: Events are consumed until another one comes, which is no part of the output
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: until-event, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { any: [], until: { one: { with: { type: closed } } } }
        - next:
            listen: { to: { one: { with: { type: b } } }, read: envelope }
            output: { as: '${ .[0].id }' }
            export: { as: '${ . }' }
        - both:
            set: { next: '${ $context }' }
      """
    And these events arrive:
      """yaml
      - { type: a, data: 1 }
      - { type: b, data: 2 }
      - { type: closed }
      - { type: b, data: 4 }
      """
    When the workflow is executed
    Then hear should complete with output:
      """yaml
      [ 1, 2 ]
      """
    And the workflow should complete with output:
      """yaml
      next: '4'
      """

  Scenario: Events of one order are correlated by the first of them
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: correlated, version: '1.0.0' }
      do:
        - hear:
            listen:
              to:
                all:
                  - { with: { type: paid }, correlate: { order: { from: .data.order } } }
                  - { with: { type: packed }, correlate: { order: { from: .data.order } } }
            output: { as: '${ map(.order) }' }
      """
    And these events arrive:
      """yaml
      - { type: paid, data: { total: 1 } }
      - { type: paid, data: { order: 7 } }
      - { type: packed, data: { order: 8 } }
      - { type: packed, data: { order: 7 } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      [ 7, 7 ]
      """

  Scenario: An expected value decides which event is correlated
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: expected, version: '1.0.0' }
      do:
        - hear:
            listen:
              to:
                one:
                  with: { type: paid }
                  correlate: { order: { from: .data.order, expect: '${ .order }' }, shop: { from: .shop, expect: '5' } }
              read: envelope
            output: { as: '${ .[0].id }' }
      """
    And given the workflow input is:
      """yaml
      order: 7
      """
    And these events arrive:
      """yaml
      - { type: paid, shop: 4, data: { order: 7 } }
      - { type: paid, shop: 5, data: { order: 8 } }
      - { type: paid, shop: 5, data: { order: 7 } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      '3'
      """

  Scenario: Tasks are performed for each event, one after the other
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: each, version: '1.0.0' }
      do:
        - hear:
            listen:
              to: { any: [ { with: { type: reading } } ], until: '$context.sum >= 6' }
            foreach:
              item: reading
              at: place
              do:
                - double: { set: { value: '${ $reading * 2 }', place: '${ $place }' } }
              output: { as: '${ "\(.place): \(.value)" }' }
              export: { as: '${ { sum: (($context.sum // 0) + $reading) } }' }
      """
    And these events arrive:
      """yaml
      - { type: reading, data: 2 }
      - { type: reading, data: 4 }
      - { type: reading, data: 8 }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      [ '0: 4', '1: 8' ]
      """
    And double should run 2 times

  Scenario: A time limit ends the waiting
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: late, version: '1.0.0' }
      do:
        - careful:
            try:
              - hear:
                  listen: { to: { one: { with: { type: never } } } }
                  timeout: { after: { milliseconds: 20 } }
            catch:
              errors: { with: { status: 408 } }
              do:
                - note: { set: { late: true } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      late: true
      """
    And hear should fault

  Scenario: Data is read as text
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: raw, version: '1.0.0' }
      do:
        - hear:
            listen: { to: { any: [], until: length == 2 }, read: raw }
      """
    And these events arrive:
      """yaml
      - { type: a, data: { b: 1 } }
      - { type: a, data: as it came }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      [ '{"b":1}', as it came ]
      """
