import { setImmediate } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asAppError, isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { waitUntilSent } from '#server/db/pool.ts';
import { sendError } from '#server/features/chat/rules.ts';
import { AppError } from '#server/lib/app-error.ts';
import { trackWork } from '#server/observability/channels.ts';
import type { Outcome, OutgoingMessage, StoredMessage } from './save.ts';

/** Messages of one statement; what is more waits for the next. */
const BATCH_MAX = 500;
/** Above it, whoever writes is told that the market is busy: a queue that only grows helps nobody. */
const QUEUE_MAX = 10_000;
/** So many of the last are remembered as told; who sends one again does so within seconds. */
const DELIVERED_IDS_MAX = 10_000;
/** Conflicts of two writers, after which the same statement succeeds: serialization failure, deadlock. */
const RETRYABLE_SQL_STATES = ['40001', '40P01'];

interface Options {
	/** Stores them in their order, in one transaction, and says of each what became of it. */
	save: (batch: readonly OutgoingMessage[]) => Promise<Outcome[]>;
	/**
	 * Told of each message once it is durable, in the order of their ids; of one that comes again only where this instance has
	 * not told of it: a database or another instance that broke off as it stored it may have told nobody, and pages know a
	 * message that comes twice by its id.
	 */
	deliver: (message: StoredMessage) => void;
	log: FastifyBaseLogger;
}

interface WrittenMessage extends StoredMessage {
	/** False where everybody has been told of it before. */
	isNew: boolean;
}

interface QueuedMessage {
	message: OutgoingMessage;
	resolve: (written: WrittenMessage) => void;
	reject: (refusal: AppError) => void;
}

interface SavedBatch {
	batch: readonly QueuedMessage[];
	/** Of each; or what all are told. */
	outcomes: readonly Outcome[] | AppError;
}

export interface BatchWriter {
	/**
	 * Resolves once the message is durable, with what was stored under its client id at first.
	 * @throws Refusal with the reason; `failed` may be sent again under the same client id
	 */
	write: (message: OutgoingMessage) => Promise<WrittenMessage>;
}

/**
 * Messages share a commit: the first is stored at once, what arrives meanwhile is the next batch. One batch is under way
 * at a time, so that the order of arrival is that of the ids.
 */
export function createBatchWriter({ save, deliver, log }: Options): BatchWriter {
	const queue: QueuedMessage[] = [];
	/** By their ids. */
	const deliveredIds = new LRUCache<number, true>({ max: DELIVERED_IDS_MAX });
	let isFlushing = false;

	async function flush(): Promise<void> {
		isFlushing = true;
		// What arrived in the same breath goes along.
		await setImmediate();
		let next = saveNextBatch();
		while (next !== undefined) {
			const { batch, outcomes } = await next;
			// The database has its next batch before this one is told, so that neither waits for the other.
			next = saveNextBatch();
			if (next !== undefined) await waitUntilSent();
			for (const [index, queued] of batch.entries()) {
				completeMessage(queued, outcomes instanceof AppError ? outcomes : outcomes[index]);
			}
		}
		isFlushing = false;
	}

	/** Undefined where nobody waits. */
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
		else if ('fault' in outcome) reject(sendError(outcome.fault));
		else {
			const isNew = !deliveredIds.has(outcome.id);
			if (isNew) {
				deliveredIds.set(outcome.id, true);
				deliver(outcome);
			}
			resolve({ ...outcome, isNew });
		}
	}

	/** @returns what all of them are told, when it is not known that they were stored */
	async function saveWithRetry(batch: readonly OutgoingMessage[]): Promise<Outcome[] | AppError> {
		try {
			const work = { kind: 'messages', name: 'flush', count: batch.length } as const;
			return await trackWork(work, () =>
				save(batch).catch((error) => {
					if (RETRYABLE_SQL_STATES.includes(sqlStateOf(error))) return save(batch);
					throw error;
				}),
			);
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
				return Promise.reject(new AppError('too_many', COMMON_MESSAGES.unavailable));
			}
			const { promise, resolve, reject } = Promise.withResolvers<WrittenMessage>();
			queue.push({ message, resolve, reject });
			if (!isFlushing) void flush();
			return promise;
		},
	};
}

const createSaveError = () => new AppError('conflict', COMMON_MESSAGES.failed);

function sqlStateOf(error: unknown): string {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
