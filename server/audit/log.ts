import type { FastifyRequest } from 'fastify';
import { ADMIN_SOCKET_HEADER } from '#contract/admin/events.ts';
import { AUDIT_SEVERITY, type AuditAction } from '#contract/core/audit-actions.ts';
import type { Db } from '#server/db/client.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { auditHead, auditLog } from '#server/db/schema/audit.ts';

/** The administrator who acts, and from where. */
export interface Actor {
	/** Null without a session. */
	adminId: number | null;
	ipAddress: string;
	/** Socket of the page that made the request, to which the change is not reported; undefined if it has none. */
	socketId?: string | undefined;
}

/** An action to record; users are identified by id only. */
export interface AuditEntry {
	action: AuditAction;
	/** `user 12`, `item 7`, `report 3`, `user report 3`, `feedback 4`, `admin 2`, `notification 5`, `settings`, `users`, … */
	target: string;
	/** Text for administrators. */
	details?: string;
	/** The report whose decision led to the action, named as a target is. */
	report?: string;
}

/** The administrator who made a request to a back-office endpoint. */
export function actorOf(request: FastifyRequest): Actor {
	return {
		adminId: request.caller?.id ?? null,
		ipAddress: request.address,
		socketId: socketIdOf(request),
	};
}

/**
 * Format of Socket.IO ids. Other values are ignored: an event leaves out the Socket.IO room with this name. The id of a
 * socket is the name of a room with this socket alone; another name could leave out other administrators.
 */
const SOCKET_ID_PATTERN = /^[\w-]{20}$/;

function socketIdOf({ headers }: FastifyRequest): string | undefined {
	const header = headers[ADMIN_SOCKET_HEADER];
	return typeof header === 'string' && SOCKET_ID_PATTERN.test(header) ? header : undefined;
}

/**
 * Writes entries to the audit log. Within a transaction, call it last: a trigger numbers and chains the entries in this
 * order, and locks the log for other administrators until the transaction ends. The entries are committed or rolled back
 * together with the action.
 */
export async function logAudit(
	db: Db,
	{ adminId, ipAddress }: Actor,
	...entries: readonly AuditEntry[]
): Promise<void> {
	if (entries.length === 0) return;
	await db.insert(auditLog).values(
		entries.map(({ action, target, details = '', report = '' }) => ({
			adminId,
			ipAddress,
			action,
			target,
			details,
			report,
			severity: AUDIT_SEVERITY[action],
		})),
	);
}

/** Id and hash of an entry; operators can note them elsewhere to verify the log later. */
export interface AuditLink {
	id: number;
	/** SHA-256 over all entries up to this one, in hex; empty before the first. */
	hash: string;
}

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

/**
 * `changed`: the entry does not match its hash; `missing`: a gap in the ids; `unlinked`: the entry does not refer to the hash
 * of the one before.
 */
type ChainErrorKind = 'changed' | 'missing' | 'unlinked';

interface BatchResult {
	/** Last entry of the batch; undefined if the batch is empty. */
	last: AuditLink | undefined;
	/** The first changed, missing or unlinked entry. */
	error: { id: number; kind: ChainErrorKind } | undefined;
}

/** Verifies up to `limit` entries after `before`, which must be verified already. */
export async function verifyBatch(db: Db, before: AuditLink, limit: number): Promise<BatchResult> {
	const { rows } = await db.execute<{
		lastId: number;
		lastHash: string;
		id: number | null;
		kind: ChainErrorKind;
	}>(sql`
		with batch as (
			select ${auditLog.id}, ${auditLog.hash}, ${auditLog.previousHash},
				audit_hash(${auditLog.previousHash}, ${auditLog}) as computed_hash,
				lag(${auditLog.id}, 1, ${before.id}::bigint) over (order by ${auditLog.id}) + 1 as expected_id,
				lag(${auditLog.hash}, 1, decode(${before.hash}, 'hex')) over (order by ${auditLog.id}) as expected_hash
			from ${auditLog} where ${auditLog.id} > ${before.id} order by ${auditLog.id} limit ${limit}
		), errors as (
			select case when id <> expected_id then expected_id else id end as id,
				case when id <> expected_id then 'missing' when hash <> computed_hash then 'changed' else 'unlinked' end as kind
			from batch where id <> expected_id or hash <> computed_hash or previous_hash <> expected_hash
		)
		select last.id::float8 as "lastId", encode(last.hash, 'hex') as "lastHash", error.id::float8 as id, error.kind
		from (select id, hash from batch order by id desc limit 1) as last
		left join (select id, kind from errors order by id limit 1) as error on true`);
	const [row] = rows;
	if (!row) return { last: undefined, error: undefined };
	return {
		last: { id: row.lastId, hash: row.lastHash },
		error: row.id === null ? undefined : { id: row.id, kind: row.kind },
	};
}

/** The newest entry as recorded by the trigger in `audit_head`; undefined if that row was removed. */
async function findHead(db: Db): Promise<AuditLink | undefined> {
	const [head] = await db.select().from(auditHead);
	return head && { id: head.lastId, hash: head.hash.toString('hex') };
}

/** Hash in hex; undefined if there is no such entry. */
async function findHash(db: Db, id: number): Promise<string | undefined> {
	const [entry] = await db
		.select({ hash: auditLog.hash })
		.from(auditLog)
		.where(eq(auditLog.id, id));
	return entry?.hash.toString('hex');
}
