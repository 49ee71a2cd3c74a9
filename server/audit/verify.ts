import type { Db } from '#server/db/client.ts';
import { type AuditLink, findHash, findHead, verifyBatch } from './chain-queries.ts';

/** So many entries are looked at in one statement: a few seconds. */
const BATCH_SIZE = 50_000;
const CHAIN_START: AuditLink = { id: 0, hash: '' };

export interface VerificationResult {
	/** The newest entry; of number 0 while there is none. */
	newest: AuditLink;
	/** What is wrong, in words; undefined where the log is whole. */
	error: string | undefined;
}

/**
 * Recomputes the chain of the audit log from its first entry to its last, as it stands at one moment.
 * @param expected an entry noted earlier: shows whether the whole log was written anew, which is a whole chain as well
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

/** @returns what is wrong with the entries that are there, the first fault only */
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
		`Entry ${id} does not follow on entry ${id - 1}: what was before it is not what is there now.`,
};

async function verifyHead(db: Db, newest: AuditLink): Promise<string | undefined> {
	const head = await findHead(db);
	if (!head) return 'What notes the newest entry is missing.';
	if (head.id > newest.id) {
		return head.id === newest.id + 1
			? `The newest entry, ${head.id}, is missing.`
			: `The newest entries, ${newest.id + 1} to ${head.id}, are missing.`;
	}
	return head.id === newest.id && head.hash === newest.hash
		? undefined
		: `Entry ${newest.id} is not the newest that was noted, which is ${head.id}.`;
}

async function verifyExpected(
	db: Db,
	expected: AuditLink | undefined,
): Promise<string | undefined> {
	if (!expected) return undefined;
	const hash = await findHash(db, expected.id);
	if (hash === undefined) return `Entry ${expected.id}, which you noted, is not there.`;
	return hash === expected.hash
		? undefined
		: `Entry ${expected.id} is not the one that you noted: the log was written anew.`;
}
