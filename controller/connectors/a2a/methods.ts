/** The methods of the protocol, with their names in version 1.0; those of version 0.3 are the keys. */
export const methods: Readonly<Record<string, string>> = {
  'message/send': 'SendMessage',
  'message/stream': 'SendStreamingMessage',
  'tasks/get': 'GetTask',
  'tasks/list': 'ListTasks',
  'tasks/cancel': 'CancelTask',
  'tasks/resubscribe': 'SubscribeToTask',
  'tasks/pushNotificationConfig/set': 'CreateTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/get': 'GetTaskPushNotificationConfig',
  'tasks/pushNotificationConfig/list': 'ListTaskPushNotificationConfigs',
  'tasks/pushNotificationConfig/delete': 'DeleteTaskPushNotificationConfig',
  'agent/getAuthenticatedExtendedCard': 'GetExtendedAgentCard',
};

/** The methods that send a message. */
export const sending: ReadonlySet<string> = new Set(['message/send', 'message/stream']);

/** The methods that answer with a stream of events. */
export const streaming: ReadonlySet<string> = new Set(['message/stream', 'tasks/resubscribe']);
