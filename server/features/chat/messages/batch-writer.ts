import { setImmediate } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asRefusal, isAway, reasonOf } from '#server/db/errors.ts';
import { hasBeenSent } from '#server/db/pool.ts';
import { refusalOf } from '#server/features/chat/rules.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { asWork } from '#server/observability/channels.ts';
import type { Outcome, OutgoingMessage, StoredMessage } from './save.ts';

/** Messages of one statement; what is more waits for the next. */
const BATCH_MAX = 500;
/** Above it, whoever writes is told that the market is busy: a queue that only grows helps nobody. */
const WAITING_MAX = 10_000;
/** So many of the last are remembered as told; who sends one again does so within seconds. */
const TOLD_MAX = 10_000;
/** Conflicts of two writers, after which the same statement succeeds: serialization failure, deadlock. */
const TRY_AGAIN = ['40001', '40P01'];

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

interface Waiting {
	message: OutgoingMessage;
	settle: (written: WrittenMessage) => void;
	fail: (refusal: Refusal) => void;
}

interface Stored {
	batch: readonly Waiting[];
	/** Of each; or what all are told. */
	outcomes: readonly Outcome[] | Refusal;
}

export interface MessageWriter {
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
export function createMessageWriter({ save, deliver, log }: Options): MessageWriter {
	const waiting: Waiting[] = [];
	/** By their ids. */
	const told = new LRUCache<number, true>({ max: TOLD_MAX });
	let isFlushing = false;

	async function flush(): Promise<void> {
		isFlushing = true;
		// What arrived in the same breath goes along.
		await setImmediate();
		let next = storeNext();
		while (next !== undefined) {
			const { batch, outcomes } = await next;
			// The database has its next batch before this one is told, so that neither waits for the other.
			next = storeNext();
			if (next !== undefined) await hasBeenSent();
			for (const [place, sender] of batch.entries()) {
				tell(sender, outcomes instanceof Refusal ? outcomes : outcomes[place]);
			}
		}
		isFlushing = false;
	}

	/** Undefined where nobody waits. */
	function storeNext(): Promise<Stored> | undefined {
		const batch = waiting.splice(0, BATCH_MAX);
		if (batch.length === 0) return undefined;
		return saved(batch.map(({ message }) => message)).then((outcomes) => ({ batch, outcomes }));
	}

	function tell({ settle, fail }: Waiting, outcome: Outcome | Refusal | undefined): void {
		if (!outcome || outcome instanceof Refusal) fail(outcome ?? failed());
		else if ('fault' in outcome) fail(refusalOf(outcome.fault));
		else {
			const isNew = !told.has(outcome.id);
			if (isNew) {
				told.set(outcome.id, true);
				deliver(outcome);
			}
			settle({ ...outcome, isNew });
		}
	}

	/** @returns what all of them are told, when it is not known that they were stored */
	async function saved(batch: readonly OutgoingMessage[]): Promise<Outcome[] | Refusal> {
		try {
			const work = { kind: 'messages', name: 'flush', count: batch.length } as const;
			return await asWork(work, () =>
				save(batch).catch((error) => {
					if (TRY_AGAIN.includes(codeOf(error))) return save(batch);
					throw error;
				}),
			);
		} catch (error) {
			const count = batch.length;
			if (isAway(error)) log.warn({ reason: reasonOf(error), count }, 'messages were not stored');
			else log.error({ err: error, count }, 'messages could not be stored');
			return asRefusal(error) ?? failed();
		}
	}

	return {
		write(message) {
			if (waiting.length >= WAITING_MAX) {
				return Promise.reject(new Refusal('too_many', COMMON_MESSAGES.unavailable));
			}
			const { promise, resolve, reject } = Promise.withResolvers<WrittenMessage>();
			waiting.push({ message, settle: resolve, fail: reject });
			if (!isFlushing) void flush();
			return promise;
		},
	};
}

const failed = () => new Refusal('conflict', COMMON_MESSAGES.failed);

function codeOf(error: unknown): string {
	const cause = error instanceof DrizzleQueryError ? error.cause : error;
	return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}
