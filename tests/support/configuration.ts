import { ConfigurationError, readConfig } from '#server/config/config.ts';

/** What is said to be wrong with an environment. */
export function faultsOf(environment: Record<string, string>): string[] {
	try {
		readConfig(environment);
	} catch (error) {
		if (error instanceof ConfigurationError) return error.problems;
		throw error;
	}
	return [];
}
