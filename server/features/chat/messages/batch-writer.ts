import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { asAppError, isDatabaseUnavailable, reasonOf, sqlStateOf } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { countTogether, type Outcome, type OutgoingMessage } from './save.ts';

/** Maximum number of messages per batch; the others wait for the next batch. */
const BATCH_MAX = 500;
/** With this many messages waiting, further ones are refused, so that the queue does not grow without limit. */
const QUEUE_MAX = 10_000;
/** Conflicts of two writers, after which a repeated transaction succeeds: serialization failure, deadlock. */
const RETRYABLE_SQL_STATES = ['40001', '40P01'];

type Save = (batch: readonly OutgoingMessage[]) => Promise<Outcome[]>;
type WaitingMessage = PromiseWithResolvers<Outcome> & { message: OutgoingMessage };

/**
 * Returns a function that stores a message. Messages that arrive while others are being stored form the next batch and
 * share its commit: a message on its own takes three times the database's time of the plain insert that chat is measured
 * against (docs/performance/findings.md, "Chat"). Only one batch is stored at a time, so that ids follow the order of
 * arrival, and callers get their outcomes in this order.
 * @param save stores messages in order, all or none, and returns one outcome for each
 */
export function createBatchWriter(save: Save, log: FastifyBaseLogger) {
	const waiting: WaitingMessage[] = [];
	let isWriting = false;

	async function writeAll(): Promise<void> {
		isWriting = true;
		// Wait for the other messages of this event-loop turn.
		await setImmediate();
		while (waiting.length > 0) {
			const next = waiting.slice(0, BATCH_MAX).map(({ message }) => message);
			const messages = next.slice(0, countTogether(next));
			const batch = waiting.splice(0, messages.length);
			try {
				const outcomes = await saveWithRetry(messages);
				for (const [index, outcome] of outcomes.entries()) batch[index]?.resolve(outcome);
			} catch (error) {
				const refusal = refusalFor(error, batch.length);
				for (const { reject } of batch) reject(refusal);
			}
		}
		isWriting = false;
	}

	const saveWithRetry: Save = (batch) =>
		save(batch).catch((error) => {
			if (RETRYABLE_SQL_STATES.includes(sqlStateOf(error))) return save(batch);
			throw error;
		});

	/** One refusal for the whole batch, logged once. It is not certain that nothing was stored. */
	function refusalFor(error: unknown, count: number): AppError {
		if (isDatabaseUnavailable(error))
			log.warn({ reason: reasonOf(error), count }, 'messages were not stored');
		else log.error({ err: error, count }, 'messages could not be stored');
		return asAppError(error) ?? new AppError('conflict', REQUEST_ERRORS.failed);
	}

	return (message: OutgoingMessage): Promise<Outcome> => {
		if (waiting.length >= QUEUE_MAX)
			return Promise.reject(new AppError('too_many', REQUEST_ERRORS.unavailable));
		const settled = Promise.withResolvers<Outcome>();
		waiting.push({ ...settled, message });
		if (!isWriting) void writeAll();
		return settled.promise;
	};
}
