import { setTimeout } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import {
	ADMIN_SESSION_MESSAGES,
	type adminCredentials,
	oneTimeCode,
} from '#contract/admin/session.ts';
import { type Actor, record } from '#server/audit/log.ts';
import type { Db } from '#server/db/client.ts';
import { AppError, type AppErrorKind } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { rehashIfOutdated, verifyPassword } from '#server/lib/passwords.ts';
import { requireTry } from './attempt-limits.ts';
import { type Door, stepOf } from './authenticate.ts';
import { findAdminByEmail, type OwnAdmin, replaceHash } from './queries.ts';
import { deleteAdminSession } from './session-queries.ts';
import { openAdminSession } from './sessions.ts';
import { holdWithoutTwoStep, useCode } from './two-step-queries.ts';

/** Longer than writing an entry of the log takes: the time of a refusal must not tell whether there was one to write. */
const REFUSED_AFTER_MS = 100;

/** Where somebody is who wants to come in. */
export interface Visit {
	ipAddress: string;
	fromThisComputer: boolean;
	/** Of a browser in which this administrator has come in before. */
	mark: string | undefined;
	/** Told how long to wait. */
	reply: FastifyReply;
}

interface SignedInAdmin {
	admin: OwnAdmin;
	token: string;
}

/**
 * Opens a session by password, and by code where two-step sign-in is on. Every failure is logged until there were too many:
 * the limit counts by administrator and network, which a whole college may share, and a known browser by itself, so that
 * nobody can lock another out.
 * @throws Refusal unauthenticated for an unknown administrator, a wrong password or code, a given password that has run
 * out, and with `needsCode` for no code;
 * forbidden for one of the demo's from another computer; too_many
 */
export async function signInAdmin(
	door: Door,
	sent: z.output<typeof adminCredentials>,
	visit: Visit,
): Promise<SignedInAdmin> {
	const { db, tries } = door;
	const key = keyOf(sent.email, visit);
	await requireTry(tries.passwords, key, visit.reply);
	const admin = await findAdminByEmail(db, sent.email);
	const isRight = await verifyPassword(admin?.passwordHash, sent.password);
	if (!admin) throw await refuseStranger(door, visit);
	const refuse = refuser(db, admin, visit);
	if (!isRight) {
		throw await refuse('unauthenticated', 'invalidCredentials', 'Wrong password.');
	}
	const closed = closedTo(admin, visit);
	if (closed) throw await refuse(...closed);
	if (admin.totpConfirmedAt && !sent.code) {
		await tries.passwords.giveBack(key);
		throw new AppError('unauthenticated', ADMIN_SESSION_MESSAGES.codeNeeded, undefined, {
			needsCode: true,
		});
	}
	const token = admin.totpConfirmedAt
		? await openByCode(door, admin, sent.code ?? '', visit)
		: await openByPassword(db, admin, visit);
	if (token === undefined) throw await refuse('unauthenticated', ...lostTo(admin));
	await tries.passwords.giveBack(key);
	const anew = await rehashIfOutdated(admin.passwordHash, sent.password);
	if (anew) await replaceHash(db, admin, anew);
	return { admin, token };
}

/** Ends a session of their own. */
export async function signOutAdmin(db: Db, actor: Actor, sessionId: string): Promise<void> {
	await db.transaction(async (tx) => {
		await deleteAdminSession(tx, sessionId);
		await record(tx, actor, { action: 'ADMIN_LOGOUT', target: `admin ${actor.adminId}` });
	});
}

function keyOf(email: string, { ipAddress, mark }: Visit): string {
	return mark === undefined ? `${email} from ${networkOf(ipAddress)}` : `${email} in ${mark}`;
}

/** Why the right password opens nothing all the same. */
function closedTo(admin: OwnAdmin, { fromThisComputer }: Visit): Refused | undefined {
	if (admin.demoAt && !fromThisComputer) {
		return ['forbidden', 'demoOnLoopbackOnly', 'One of the demo, from another computer.'];
	}
	if (admin.hasPasswordRunOut) {
		return ['unauthenticated', 'passwordRunOut', 'The given password has run out.'];
	}
	return undefined;
}

/** @returns undefined when the password has changed since it was found right, or a code is needed by now */
function openByPassword(db: Db, admin: OwnAdmin, visit: Visit): Promise<string | undefined> {
	return db.transaction(async (tx) => {
		if (!(await holdWithoutTwoStep(tx, admin))) return undefined;
		return open(tx, admin, visit);
	});
}

/** @returns undefined for a code that is wrong, or was used */
async function openByCode(
	{ db, tries, seal }: Door,
	admin: OwnAdmin,
	code: string,
	visit: Visit,
): Promise<string | undefined> {
	const key = String(admin.id);
	await requireTry(tries.codes, key, visit.reply);
	const digits = z.safeParse(oneTimeCode, code);
	const step = digits.success ? stepOf(seal, admin, digits.data) : undefined;
	if (step === undefined) return undefined;
	const token = await db.transaction(async (tx) => {
		if (!(await useCode(tx, admin, step))) return undefined;
		return open(tx, admin, visit);
	});
	if (token !== undefined) await tries.codes.giveBack(key);
	return token;
}

async function open(tx: Db, { id }: OwnAdmin, { ipAddress }: Visit): Promise<string> {
	const token = await openAdminSession(tx, id);
	await record(tx, { adminId: id, ipAddress }, { action: 'ADMIN_LOGIN', target: `admin ${id}` });
	return token;
}

type Reason = keyof typeof ADMIN_SESSION_MESSAGES;
type Refused = [kind: AppErrorKind, reason: Reason, details: string];

function lostTo({ totpConfirmedAt }: OwnAdmin): [reason: Reason, details: string] {
	return totpConfirmedAt
		? ['wrongCode', 'Wrong code.']
		: ['invalidCredentials', 'The password was changed meanwhile.'];
}

/** Logs a failure of a known administrator. */
function refuser(db: Db, { id }: OwnAdmin, { ipAddress }: Visit) {
	return async (...[kind, reason, details]: Refused): Promise<AppError> => {
		const deed = { action: 'ATTEMPT_ADMIN_LOGIN', target: `admin ${id}`, details } as const;
		await Promise.all([record(db, { adminId: id, ipAddress }, deed), setTimeout(REFUSED_AFTER_MS)]);
		return new AppError(kind, ADMIN_SESSION_MESSAGES[reason]);
	};
}

async function refuseStranger(door: Door, visit: Visit): Promise<AppError> {
	await Promise.all([recordStranger(door, visit), setTimeout(REFUSED_AFTER_MS)]);
	return new AppError('unauthenticated', ADMIN_SESSION_MESSAGES.invalidCredentials);
}

/** Whoever tries ever new addresses does not fill the log by it. */
async function recordStranger({ db, tries }: Door, { ipAddress }: Visit): Promise<void> {
	if ((await tries.strangers.take(networkOf(ipAddress))) === 0) {
		const details = 'No administrator has this email address.';
		const deed = { action: 'ATTEMPT_ADMIN_LOGIN', target: 'admin', details } as const;
		await record(db, { adminId: null, ipAddress }, deed);
	}
}
