import type { JsonObject } from '../../../schemas/json/types.js';
import type { Actions } from './action.js';
import type { ConnectionContext } from './connection-context.js';

/** A file of the repository that a configuration names. */
interface DescribedFile {
  /** Names the text among those of the connection. */
  holds: string;
  /** The path as it is written. */
  file: string;
  /** JSON pointer into the configuration. */
  pointer: string;
}

/** The first fault of a text. */
interface DescriptionFault {
  /** UTF-16 units from the start of the text. */
  offset: number;
  message: string;
  hint?: string;
}

/** The texts of the files that a configuration names, by what they hold. */
export type DescribingTexts = Readonly<Record<string, string>>;

/**
 * Actions that a configuration decides, such as the operations of an API by its description. They are known to the
 * validation where the description is a file of the repository.
 */
export interface Described<Config, Client = unknown> {
  /** The files that a configuration names; secrets in it are references. */
  files(config: JsonObject): readonly DescribedFile[];
  /** Finds the first fault of a text, for any configuration. */
  check(text: string, holds: string): DescriptionFault | undefined;
  /**
   * Returns the actions by the texts, which have no fault; undefined when the server alone knows them. Called often: what
   * takes long is kept by text.
   */
  actions(config: JsonObject, texts: DescribingTexts): Actions<Config, Client> | undefined;
  /**
   * Asks the server for the actions; an answer is kept with the client.
   * @throws ConnectorError
   */
  discover?(context: ConnectionContext<Config, Client>): Promise<Actions<Config, Client>>;
}
