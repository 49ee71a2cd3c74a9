import { addressToConfirm } from '#contract/accounts/address.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import {
	deleteFormerAddresses,
	listFormerAddresses,
} from '#server/features/accounts/former-address-queries.ts';
import { createToken } from '#server/features/auth/one-time-links/commands.ts';
import type { LinkPurpose, RequestedLink } from '#server/features/auth/one-time-links/queries.ts';
import { findUser, lockUser, type UserRow } from '#server/features/auth/queries.ts';
import type { AccountChange, AccountMail } from '#server/features/auth/tasks.ts';
import { allEnded } from '#server/lib/all-ended.ts';
import type { MailHeader, Recipient } from '#server/mail/layout.ts';
import { type DeliveryDeps, deliverMail, type Mail } from '#server/mail/mail.ts';
import { accountChangedMail } from './account-changed.ts';
import { confirmEmailMail } from './confirm-email.ts';
import { emailChangedMail } from './email-changed.ts';
import { passwordChangedMail } from './password-changed.ts';
import { resetPasswordMail } from './reset-password.ts';
import { suspendedMail } from './suspended.ts';

export interface MailDeps extends DeliveryDeps {
	db: Db;
	header: MailHeader;
	/** Counts the mails about account changes, by user and kind of change. */
	changeMailCounter: Counter;
}

/**
 * Maximum number of mails per hour about one kind of change of one account. The first mail has warned the user already.
 */
export const CHANGE_MAILS_PER_HOUR = 5;

/** The counter for `MailDeps.changeMailCounter`; counts for one hour. */
export const openChangeMailCounter = (openCounter: OpenCounter): Counter =>
	openCounter('changes told', 60 * 60);

type Change = 'password-changed' | 'suspended' | AccountChange;
type WriteMail = (deps: MailDeps, requested: RequestedLink) => Promise<Mail | undefined>;

/** Writers of the mails that carry a link. A writer returns undefined when the reason for the mail no longer exists. */
const LINK_MAIL_WRITERS: Record<LinkPurpose, WriteMail> = {
	'reset-password': async ({ db, header }, requested) => {
		const link = await createLink(db, requested, recipientOf);
		return link && resetPasswordMail(header, link.to, link.token);
	},
	'confirm-email': async ({ db, header }, requested) => {
		const link = await createLink(db, requested, addressToConfirmOf);
		return link && confirmEmailMail(header, link.to, link.token);
	},
};

/**
 * Writes and sends one mail about an account. Sends nothing to an account that has been erased meanwhile.
 * @throws MailError for a temporary failure of the mail server; a retry writes the mail again
 */
export async function sendAccountMail(
	deps: MailDeps,
	{ letter, userId, requestedAt }: AccountMail,
): Promise<void> {
	if (isLinkMail(letter)) {
		const requested = { userId, purpose: letter, requestedAt };
		const message = await LINK_MAIL_WRITERS[letter](deps, requested);
		if (message) await deliverMail(deps, message, userId);
		return;
	}
	const user = await findUser(deps.db, userId);
	if (!user) return;
	if (letter === 'email-changed') await notifyFormerAddresses(deps, user);
	else await notifyOfChange(deps, user, letter);
}

function isLinkMail(letter: AccountMail['letter']): letter is LinkPurpose {
	return letter in LINK_MAIL_WRITERS;
}

/**
 * Sends nothing to an unconfirmed address, because a stranger's account could flood that mailbox with repeated changes.
 * A confirmed address gets a few mails an hour, so that one account cannot use up the mail server's quota.
 */
async function notifyOfChange(deps: MailDeps, user: UserRow, change: Change): Promise<void> {
	const { header, changeMailCounter } = deps;
	const to = user.emailConfirmedAt ? recipientOf(user) : undefined;
	if (!to || (change === 'suspended' && !user.bannedAt)) return;
	const key = `${change} of ${user.id}`;
	const { count } = await changeMailCounter.add(key);
	if (count > CHANGE_MAILS_PER_HOUR) return;
	try {
		await deliverMail(deps, changeMail(change, header, to, user), user.id);
	} catch (error) {
		await changeMailCounter.refund(key);
		throw error;
	}
}

function changeMail(change: Change, header: MailHeader, to: Recipient, user: UserRow): Mail {
	if (change === 'password-changed') return passwordChangedMail(header, to);
	if (change === 'suspended')
		return suspendedMail(header, to, user.isBanReasonTold ? user.banReason : null);
	return accountChangedMail(header, to, change);
}

/**
 * Tries every address, so that one failure does not delay the other mails. Throws the first failure, so that the task
 * is retried.
 */
async function notifyFormerAddresses(
	deps: MailDeps,
	{ id, userName: name }: UserRow,
): Promise<void> {
	const { db, header } = deps;
	const formerEmails = await listFormerAddresses(db, id);
	await allEnded(
		formerEmails.map(async (address) => {
			await deliverMail(deps, emailChangedMail(header, { address, name }), id);
			await forgetFormerAddress(db, id, address);
		}),
	);
}

/** Locks the user first, as every change of a user's current or former addresses does. */
function forgetFormerAddress(db: Db, userId: number, formerAddress: string): Promise<void> {
	return db.transaction(async (tx) => {
		await lockUser(tx, userId);
		await deleteFormerAddresses(tx, userId, formerAddress);
	});
}

/**
 * Creates the token of a link and reads its recipient, in this order and in one transaction. A change of the address
 * revokes older links, so no earlier address gets a token that is still valid.
 */
function createLink<To>(
	db: Db,
	requested: RequestedLink,
	findRecipient: (user: UserRow) => To | undefined,
): Promise<{ to: To; token: string } | undefined> {
	return db.transaction(async (tx) => {
		const token = await createToken(tx, requested);
		const user = token && (await findUser(tx, requested.userId));
		const to = user && findRecipient(user);
		return token && to ? { token, to } : undefined;
	});
}

/** `addressToConfirm` of a stored user. */
export function addressToConfirmOf({
	email,
	pendingEmail,
	emailConfirmedAt,
}: UserRow): string | undefined {
	const emailConfirmed = emailConfirmedAt !== null;
	return addressToConfirm({ email, pendingEmail, emailConfirmed }) ?? undefined;
}

/** An unconfirmed address gets no name in its mails, because a stranger may have chosen that name. */
function recipientOf({ email, emailConfirmedAt, userName }: UserRow): Recipient | undefined {
	return email === null
		? undefined
		: { address: email, name: emailConfirmedAt ? userName : undefined };
}
