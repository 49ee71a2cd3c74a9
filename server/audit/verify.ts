import type { Db } from '#server/db/client.ts';
import { type AuditLink, findHash, findHead, verifyBatch } from './chain-queries.ts';

/** Entries verified by one statement, which takes a few seconds. */
const BATCH_SIZE = 50_000;
const CHAIN_START: AuditLink = { id: 0, hash: '' };

export interface VerificationResult {
	/** The newest entry; id 0 if the log is empty. */
	newest: AuditLink;
	/** Message for operators; undefined if the log is intact. */
	error: string | undefined;
}

/**
 * Recomputes the hash chain of the whole audit log in one snapshot.
 * @param expected an entry noted earlier: reveals that the whole log was rewritten with a valid chain
 */
export function verifyAuditLog(db: Db, expected?: AuditLink): Promise<VerificationResult> {
	return db.transaction(
		async (tx) => {
			const { newest, error } = await verifyEntries(tx);
			return {
				newest,
				error: error ?? (await verifyHead(tx, newest)) ?? (await verifyExpected(tx, expected)),
			};
		},
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	);
}

/** @returns the newest entry, and the first error found in the entries */
async function verifyEntries(db: Db): Promise<VerificationResult> {
	let newest = CHAIN_START;
	for (;;) {
		const { last, error } = await verifyBatch(db, newest, BATCH_SIZE);
		if (error) return { newest, error: ERROR_MESSAGES[error.kind](error.id) };
		if (!last) return { newest, error: undefined };
		newest = last;
	}
}

const ERROR_MESSAGES = {
	changed: (id: number) => `Entry ${id} is not as it was written.`,
	missing: (id: number) => `Entry ${id} is missing.`,
	unlinked: (id: number) =>
		`Entry ${id} is not linked to entry ${id - 1}, which was changed or replaced.`,
};

async function verifyHead(db: Db, newest: AuditLink): Promise<string | undefined> {
	const head = await findHead(db);
	if (!head) return 'The record of the newest entry is missing.';
	if (head.id > newest.id) {
		return head.id === newest.id + 1
			? `The newest entry, ${head.id}, is missing.`
			: `The newest entries, ${newest.id + 1} to ${head.id}, are missing.`;
	}
	return head.id === newest.id && head.hash === newest.hash
		? undefined
		: `Entry ${newest.id} is the newest, but entry ${head.id} is recorded as the newest.`;
}

async function verifyExpected(
	db: Db,
	expected: AuditLink | undefined,
): Promise<string | undefined> {
	if (!expected) return undefined;
	const hash = await findHash(db, expected.id);
	if (hash === undefined) return `Entry ${expected.id}, which you noted, does not exist.`;
	return hash === expected.hash
		? undefined
		: `Entry ${expected.id} differs from the entry that you noted: the log was rewritten.`;
}
