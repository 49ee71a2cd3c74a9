import { ConfigurationError, readConfig } from '#server/config/config.ts';

/** The errors reported for an environment. */
export function configurationProblems(environment: Record<string, string>): string[] {
	try {
		readConfig(environment);
	} catch (error) {
		if (error instanceof ConfigurationError) return error.problems;
		throw error;
	}
	return [];
}
