import type { Db } from '#server/db/client.ts';
import { type AuditLink, findHash, findHead, walkChain } from './chain-queries.ts';

/** So many entries are looked at in one statement: a few seconds. */
const AT_ONCE = 50_000;
const BEGINNING: AuditLink = { id: 0, hash: '' };

export interface Verdict {
	/** The newest entry; of number 0 while there is none. */
	newest: AuditLink;
	/** What is wrong, in words; undefined where the log is whole. */
	fault: string | undefined;
}

/**
 * Recomputes the chain of the audit log from its first entry to its last, as it stands at one moment.
 * @param expected an entry noted earlier: shows whether the whole log was written anew, which is a whole chain as well
 */
export function verifyAuditLog(db: Db, expected?: AuditLink): Promise<Verdict> {
	return db.transaction(
		async (tx) => {
			const { newest, fault } = await walk(tx);
			return {
				newest,
				fault: fault ?? (await faultOfEnd(tx, newest)) ?? (await faultOf(tx, expected)),
			};
		},
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	);
}

/** @returns what is wrong with the entries that are there, the first fault only */
async function walk(db: Db): Promise<Verdict> {
	let newest = BEGINNING;
	for (;;) {
		const { last, fault } = await walkChain(db, newest, AT_ONCE);
		if (fault) return { newest, fault: WORDS[fault.kind](fault.id) };
		if (!last) return { newest, fault: undefined };
		newest = last;
	}
}

const WORDS = {
	changed: (id: number) => `Entry ${id} is not as it was written.`,
	missing: (id: number) => `Entry ${id} is missing.`,
	unlinked: (id: number) =>
		`Entry ${id} does not follow on entry ${id - 1}: what was before it is not what is there now.`,
};

async function faultOfEnd(db: Db, newest: AuditLink): Promise<string | undefined> {
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

async function faultOf(db: Db, expected: AuditLink | undefined): Promise<string | undefined> {
	if (!expected) return undefined;
	const hash = await findHash(db, expected.id);
	if (hash === undefined) return `Entry ${expected.id}, which you noted, is not there.`;
	return hash === expected.hash
		? undefined
		: `Entry ${expected.id} is not the one that you noted: the log was written anew.`;
}
