import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { asAppError, isDatabaseUnavailable, reasonOf, sqlStateOf } from '#server/db/errors.ts';
import { waitUntilSent } from '#server/db/pool.ts';
import { chatRefusal } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { Outcome, OutgoingMessage, StoredMessage } from './save.ts';

/** Maximum number of messages per batch; the others wait for the next batch. */
const BATCH_MAX = 500;
/**
 * With this many messages waiting, further ones are refused as unavailable, so that the queue does not grow without
 * limit.
 */
const QUEUE_MAX = 10_000;
/** Ids of delivered messages to remember; clients resend a message within seconds. */
const DELIVERED_IDS_MAX = 10_000;
/** Conflicts of two writers, after which a repeated statement succeeds: serialization failure, deadlock. */
const RETRYABLE_SQL_STATES = ['40001', '40P01'];

interface Options {
	/**
	 * Stores the messages in order and returns the outcome of each. Must be idempotent: after a conflict the same batch
	 * is stored again, and a part of it may be stored already.
	 */
	save: (batch: readonly OutgoingMessage[]) => Promise<Outcome[]>;
	/**
	 * Called for each message once it is durable, in the order of arrival. A resent message is delivered again unless
	 * this instance has delivered it: the first delivery may be lost when the database connection or another instance
	 * failed. Clients recognize a message that they get twice by its id.
	 */
	deliver: (message: StoredMessage) => void;
	log: FastifyBaseLogger;
}

interface WrittenMessage extends StoredMessage {
	/** Whether this instance has delivered the message for the first time. */
	isFirstDelivery: boolean;
}

interface QueuedMessage {
	message: OutgoingMessage;
	resolve: (written: WrittenMessage) => void;
	reject: (refusal: AppError) => void;
}

interface SavedBatch {
	batch: readonly QueuedMessage[];
	/** One outcome per message, or the error for all of them. */
	outcomes: readonly Outcome[] | AppError;
}

export interface BatchWriter {
	/**
	 * Resolves once the message is durable, with the message first stored under its client id.
	 * @throws AppError with the reason; after `failed` the client may resend under the same client id
	 */
	write: (message: OutgoingMessage) => Promise<WrittenMessage>;
}

/**
 * Stores messages in batches, so that many messages share one statement and one commit. The first message is stored at
 * once; those that arrive meanwhile are the next batch (bench/RESULTS.md, "chat, 200 people with one message in flight
 * each: rate"). Only one batch runs at a time, so that ids follow the order of arrival.
 */
export function createBatchWriter({ save, deliver, log }: Options): BatchWriter {
	const queue: QueuedMessage[] = [];
	/** Keyed by message id. */
	const deliveredIds = new LRUCache<number, true>({ max: DELIVERED_IDS_MAX });
	let isFlushing = false;

	async function flush(): Promise<void> {
		isFlushing = true;
		// Wait for the other messages of this event-loop turn.
		await setImmediate();
		let next = saveNextBatch();
		while (next !== undefined) {
			const { batch, outcomes } = await next;
			// Send the next batch to the database before delivering this one, so that both proceed at the same time.
			next = saveNextBatch();
			if (next !== undefined) await waitUntilSent();
			for (const [index, queued] of batch.entries()) {
				completeMessage(queued, outcomes instanceof AppError ? outcomes : outcomes[index]);
			}
		}
		isFlushing = false;
	}

	/** Undefined when the queue is empty. */
	function saveNextBatch(): Promise<SavedBatch> | undefined {
		const batch = queue.splice(0, BATCH_MAX);
		if (batch.length === 0) return undefined;
		return saveWithRetry(batch.map(({ message }) => message)).then((outcomes) => ({
			batch,
			outcomes,
		}));
	}

	function completeMessage(
		{ resolve, reject }: QueuedMessage,
		outcome: Outcome | AppError | undefined,
	): void {
		if (!outcome || outcome instanceof AppError) reject(outcome ?? createSaveError());
		else if ('reason' in outcome) reject(chatRefusal(outcome.reason));
		else resolve({ ...outcome, isFirstDelivery: deliverOnce(outcome) });
	}

	/**
	 * Never throws: the message is stored, so the sender gets the acknowledgement, and the other side finds the message
	 * in the chat.
	 * @returns false when the message was delivered before
	 */
	function deliverOnce(message: StoredMessage): boolean {
		if (deliveredIds.has(message.id)) return false;
		try {
			deliver(message);
			deliveredIds.set(message.id, true);
		} catch (error) {
			log.error({ err: error, messageId: message.id }, 'a stored message could not be delivered');
		}
		return true;
	}

	/** @returns the outcomes, or one error for all messages when it is not certain that they were stored */
	async function saveWithRetry(batch: readonly OutgoingMessage[]): Promise<Outcome[] | AppError> {
		try {
			return await save(batch).catch((error) => {
				if (RETRYABLE_SQL_STATES.includes(sqlStateOf(error))) return save(batch);
				throw error;
			});
		} catch (error) {
			const count = batch.length;
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error), count }, 'messages were not stored');
			else log.error({ err: error, count }, 'messages could not be stored');
			return asAppError(error) ?? createSaveError();
		}
	}

	return {
		write(message) {
			if (queue.length >= QUEUE_MAX) {
				return Promise.reject(new AppError('too_many', REQUEST_ERRORS.unavailable));
			}
			const { promise, resolve, reject } = Promise.withResolvers<WrittenMessage>();
			queue.push({ message, resolve, reject });
			if (!isFlushing) void flush();
			return promise;
		},
	};
}

const createSaveError = () => new AppError('conflict', REQUEST_ERRORS.failed);
