import { type DestinationStream, type LevelWithSilent, type Logger, pino } from 'pino';
import { reportLogLine } from './channels.ts';

/** The log of the whole process: events as lines of JSON, without anything that people entrusted to us. */
export function openLog(level: LevelWithSilent, destination: DestinationStream): Logger {
	// Tokens travel in headers: of the request, and of what plugins note about it at the finest level.
	return pino(
		{
			level,
			redact: ['*.headers'],
			serializers: { err: describeError },
			hooks: {
				logMethod(args, write, number) {
					reportLogLine(number);
					write.apply(this, args);
				},
			},
		},
		destination,
	);
}

/**
 * What the log holds of an error. A failed query lists its values in its message, and PostgreSQL in its details: email
 * addresses and hashes among them. The statement itself has only places for them.
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
