import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { countLogLine } from './counts.ts';

/** Opens the log of the process: events as JSON lines, without personal data. */
export function openLog(level: LevelWithSilent, destination: DestinationStream): Logger {
	// Headers contain tokens; at level trace, plugins log request headers.
	return pino(
		{
			level,
			redact: ['*.headers'],
			serializers: { err: describeError },
			hooks: {
				logMethod(args, write, number) {
					countLogLine(number);
					write.apply(this, args);
				},
			},
		},
		destination,
	);
}

/**
 * Serializes an error for the log. The message of a failed query and PostgreSQL's details contain values, such as email
 * addresses and hashes; the statement itself has only placeholders.
 */
function describeError(error: unknown): unknown {
	if (!(error instanceof Error)) return error;
	const query = 'query' in error ? error.query : undefined;
	const cause = describeError(error.cause);
	return {
		type: error.name,
		message: query === undefined ? error.message : 'a query failed',
		...('code' in error && { code: error.code }),
		...(query !== undefined && { query }),
		stack: error.stack?.match(/^ +at .*$/gm)?.join('\n'),
		...(cause !== undefined && { cause }),
	};
}
