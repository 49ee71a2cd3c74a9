import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import {
	deleteFormerAddresses,
	listFormerAddresses,
} from '#server/features/accounts/former-address-queries.ts';
import { makeToken } from '#server/features/auth/one-time-links/commands.ts';
import type { LinkPurpose } from '#server/features/auth/one-time-links/queries.ts';
import { findUser, lockUser, type UserRow } from '#server/features/auth/queries.ts';
import type { AccountChange, LetterName, TaskData } from '#server/jobs/tasks.ts';
import type { Letterhead, Recipient } from '#server/mail/layout.ts';
import { type Delivering, deliver, type Letter } from '#server/mail/mail.ts';
import { accountChangedLetter } from './account-changed.ts';
import { confirmEmailLetter } from './confirm-email.ts';
import { emailChangedLetter } from './email-changed.ts';
import { passwordChangedLetter } from './password-changed.ts';
import { resetPasswordLetter } from './reset-password.ts';

export interface PostOffice extends Delivering {
	db: Db;
	head: Letterhead;
	/** How often who has been told of which change of their account. */
	told: Counter;
}

/** Mails of one kind of change to one account. Whoever got so many knows: the first was warning enough. */
export const CHANGES_TOLD_AN_HOUR = 5;

export const countTold = (openCounter: OpenCounter): Counter =>
	openCounter('changes told', 60 * 60);

type Change = 'password-changed' | AccountChange;
type LinkLetter = Exclude<LetterName, 'email-changed' | Change>;
type Write = (office: PostOffice, user: UserRow) => Promise<Letter | undefined>;

/** Each mail with a link as it is when it is written: undefined where its reason has gone meanwhile. */
const WRITE: Record<LinkLetter, Write> = {
	'reset-password': async ({ db, head }, user) => {
		const to = recipientOf(user);
		const token = to && (await makeToken(db, user.id, 'reset-password'));
		return to && token ? resetPasswordLetter(head, to, token) : undefined;
	},
	'confirm-email': async ({ db, head }, user) => {
		const confirmation = await makeConfirmation(db, user.id);
		return confirmation && confirmEmailLetter(head, confirmation.address, confirmation.token);
	},
};

/**
 * Writes a mail and sends it. Who has gone meanwhile is written nothing.
 * @throws MailFault when it was not taken; trying again writes it anew
 */
export async function sendLetter(
	office: PostOffice,
	{ letter: name, userId }: TaskData['mail'],
): Promise<void> {
	const user = await findUser(office.db, userId);
	if (!user) return;
	if (name === 'email-changed') return tellFormerAddresses(office, user);
	if (!isOfLink(name)) return tellOfChange(office, user, name);
	const letter = await WRITE[name](office, user);
	if (letter) await deliver(office, letter, userId);
}

function isOfLink(name: LetterName): name is LinkLetter {
	return name in WRITE;
}

/**
 * Nothing to an address that nobody has proved, where a stranger's account could fill the mailbox by changing to and fro; and to
 * one that is proved no more than a few an hour, which would use up what the mail server takes.
 */
async function tellOfChange(office: PostOffice, user: UserRow, change: Change): Promise<void> {
	const { head, told } = office;
	const to = user.emailConfirmedAt ? recipientOf(user) : undefined;
	if (!to) return;
	const key = `${change} of ${user.id}`;
	const { count } = await told.add(key);
	if (count > CHANGES_TOLD_AN_HOUR) return;
	try {
		await deliver(office, letterOf(change, head, to), user.id);
	} catch (error) {
		await told.takeBack(key);
		throw error;
	}
}

function letterOf(change: Change, head: Letterhead, to: Recipient): Letter {
	return change === 'password-changed'
		? passwordChangedLetter(head, to)
		: accountChangedLetter(head, to, change);
}

/** One that takes no mail for now keeps none of the others waiting. */
async function tellFormerAddresses(
	office: PostOffice,
	{ id, userName: name }: UserRow,
): Promise<void> {
	const { db, head } = office;
	const addresses = await listFormerAddresses(db, id);
	const outcomes = await Promise.allSettled(
		addresses.map(async (address) => {
			await deliver(office, emailChangedLetter(head, { address, name }), id);
			await forget(db, id, address);
		}),
	);
	const failure = outcomes.find((outcome) => outcome.status === 'rejected');
	if (failure) throw failure.reason;
}

/** Whoever changes what addresses somebody has, or had, holds the person first. */
function forget(db: Db, userId: number, formerAddress: string): Promise<void> {
	return db.transaction(async (tx) => {
		await lockUser(tx, userId);
		await deleteFormerAddresses(tx, userId, formerAddress);
	});
}

/** The address and the token are of the same moment: a change of the address in between would void the token. */
function makeConfirmation(
	db: Db,
	userId: number,
): Promise<{ address: string; token: string } | undefined> {
	const purpose: LinkPurpose = 'confirm-email';
	return db.transaction(async (tx) => {
		const token = await makeToken(tx, userId, purpose);
		const user = token && (await findUser(tx, userId));
		const address = user && addressToConfirm(user);
		return token && address ? { token, address } : undefined;
	});
}

/** What a link to confirm an address confirms: the new one, else the one that nobody has proved yet. */
export function addressToConfirm(user: UserRow): string | undefined {
	const unproved = user.emailConfirmedAt === null ? user.email : null;
	return user.pendingEmail ?? unproved ?? undefined;
}

function recipientOf({ email, emailConfirmedAt, userName }: UserRow): Recipient | undefined {
	return email === null
		? undefined
		: { address: email, name: emailConfirmedAt ? userName : undefined };
}
