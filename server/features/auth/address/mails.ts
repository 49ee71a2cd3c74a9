import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import type { Db } from '#server/db/client.ts';
import {
	deleteExcessSessions,
	deleteExpiredSessions,
	findUser,
	lockUser,
	type UserRow,
} from '#server/features/auth/queries.ts';
import { addressToConfirmOf } from '#server/features/auth/rules.ts';
import {
	type AccountChange,
	type AccountMail,
	accountMailTask,
} from '#server/features/auth/tasks.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { allEnded } from '#server/lib/promises.ts';
import { type MailHeader, type Recipient, renderMail, splitLines } from '#server/mail/layout.ts';
import { type DeliveryDeps, deliverMail, type Mail } from '#server/mail/mail.ts';
import {
	createToken,
	deleteFormerAddresses,
	deleteOldLinks,
	listFormerAddresses,
	type RequestedLink,
} from './queries.ts';

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

/**
 * Writes and sends one mail about an account. Sends nothing to an account that has been erased meanwhile.
 * @throws MailError for a temporary failure of the mail server; a retry writes the mail again
 */
export async function sendAccountMail(
	deps: MailDeps,
	{ letter, userId, requestedAt }: AccountMail,
): Promise<void> {
	if (letter === 'reset-password' || letter === 'confirm-email') {
		const message = await writeLinkMail(deps, { userId, purpose: letter, requestedAt });
		if (message) await deliverMail(deps, message, userId);
		return;
	}
	const user = await findUser(deps.db, userId);
	if (!user) return;
	if (letter === 'email-changed') await notifyFormerAddresses(deps, user);
	else await notifyOfChange(deps, user, letter);
}

/**
 * Writes a mail with a link; undefined when the reason for the mail no longer exists. Creates the token and reads the
 * recipient in this order and in one transaction. A change of the address revokes older links, so no earlier address
 * gets a token that is still valid.
 */
function writeLinkMail(
	{ db, header }: MailDeps,
	requested: RequestedLink,
): Promise<Mail | undefined> {
	return db.transaction(async (tx) => {
		const token = await createToken(tx, requested);
		const user = token && (await findUser(tx, requested.userId));
		if (!token || !user) return undefined;
		if (requested.purpose === 'confirm-email') {
			const address = addressToConfirmOf(user);
			return address === null ? undefined : confirmEmailMail(header, address, token);
		}
		const to = recipientOf(user);
		return to && resetPasswordMail(header, to, token);
	});
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

/** An unconfirmed address gets no name in its mails, because a stranger may have chosen that name. */
function recipientOf({ email, emailConfirmedAt, userName }: UserRow): Recipient | undefined {
	return email === null
		? undefined
		: { address: email, name: emailConfirmedAt ? userName : undefined };
}

/**
 * The mail with the link that confirms an address. The person who entered the address may be a stranger, so the mail
 * contains no text that this person could choose.
 */
export function confirmEmailMail(header: MailHeader, address: string, token: string): Mail {
	return renderMail(
		header,
		{ address, name: undefined },
		{
			subject: `Confirm your email address for ${header.siteName}`,
			beforeLink: [`This address was given for an account at ${header.siteName}.`],
			link: {
				label: 'Confirm this address',
				address: `${header.origin}${PAGES.confirmEmail}#token=${token}`,
			},
			afterLink: [
				`The link works once, within ${RECOVERY_LIMITS.confirmHours} hours.`,
				'If this was not you, do not open the link: the address is then not used.',
			],
			reason: `You get this because somebody entered this address at ${header.siteName}.`,
		},
	);
}

/**
 * The mail with the link that sets a new password. Token and address are in the URL fragment, which browsers never send:
 * they reach neither logs nor referrers. Password managers store the new password under the address.
 */
export function resetPasswordMail(header: MailHeader, to: Recipient, token: string): Mail {
	return renderMail(header, to, {
		subject: `Set a new password for ${header.siteName}`,
		beforeLink: [`Somebody asked to set a new password for your account at ${header.siteName}.`],
		link: {
			label: 'Set a new password',
			address: `${header.origin}${PAGES.resetPassword}#${new URLSearchParams({ token, email: to.address })}`,
		},
		afterLink: [
			`The link works once, within ${RECOVERY_LIMITS.resetMinutes} minutes.`,
			'If it was not you, do nothing: your password stays as it is.',
		],
		reason: `You get this because somebody entered this address as that of an account at ${header.siteName}.`,
	});
}

/**
 * The mail about a changed email address. It goes to the old address, which can no longer reset the password. It names
 * the support address, in case the owner did not make the change.
 */
export function emailChangedMail(header: MailHeader, to: Recipient): Mail {
	return renderMail(header, to, {
		subject: `Your email address at ${header.siteName} is changed`,
		beforeLink: [
			`Your account at ${header.siteName} has another email address now. This one no longer belongs to it.`,
		],
		afterLink: [
			`If it was not you, write to ${header.supportEmail} from this address as soon as you can.`,
		],
		reason: `You get this because this was the address of your account at ${header.siteName} until now.`,
	});
}

/** The mail about a changed password. */
export function passwordChangedMail(header: MailHeader, to: Recipient): Mail {
	return accessChangedMail(header, to, `Your password for ${header.siteName} is changed`, [
		`The password of your account at ${header.siteName} has just been changed, and other devices are signed out.`,
		'If it was you, there is nothing to do. If it was not, set a new one at once:',
	]);
}

const ACCOUNT_CHANGES: Record<
	AccountChange,
	(siteName: string) => { subject: string; text: string }
> = {
	'identity-linked': (siteName) => ({
		subject: `A Google account is linked at ${siteName}`,
		text: `A Google account has just been linked to your account at ${siteName}. You can now log in with it.`,
	}),
	'identity-unlinked': (siteName) => ({
		subject: `Google is unlinked at ${siteName}`,
		text: `The Google account that was linked to your account at ${siteName} can no longer be used to log in.`,
	}),
	'phone-changed': (siteName) => ({
		subject: `Your phone number at ${siteName} is changed`,
		text: `The phone number of your account at ${siteName} has just been changed or removed.`,
	}),
};

/** The mail about a changed phone number, or about a linked or unlinked Google account. */
export function accountChangedMail(header: MailHeader, to: Recipient, change: AccountChange): Mail {
	const { subject, text } = ACCOUNT_CHANGES[change](header.siteName);
	return accessChangedMail(header, to, subject, [
		text,
		'If it was you, there is nothing to do. If it was not, set a new password at once. That signs out every device and unlinks every linked account.',
	]);
}

/** A mail about a change of how the account is opened, with a link for an owner who did not make the change. */
function accessChangedMail(
	header: MailHeader,
	to: Recipient,
	subject: string,
	beforeLink: readonly string[],
): Mail {
	return renderMail(header, to, {
		subject,
		beforeLink,
		link: { label: 'Set a new password', address: `${header.origin}${PAGES.forgotPassword}` },
		afterLink: [`Should that not work, write to ${header.supportEmail}.`],
		reason: `You get this because it is about who can open your account at ${header.siteName}.`,
	});
}

/** The mail about a ban. */
function suspendedMail(header: MailHeader, to: Recipient, reason: string | null): Mail {
	return renderMail(header, to, {
		subject: `Your account at ${header.siteName} is suspended`,
		beforeLink: [
			AUTH_ERRORS.suspended.message,
			`Your items have left the market, and what was agreed about them has ended. You cannot log in to ${header.siteName} any longer.`,
			...(reason === null ? [] : ['The administrators gave this reason:', ...splitLines(reason)]),
		],
		afterLink: [
			`If you think this is a mistake, write to ${header.supportEmail} from this address and say why. An administrator reads it and answers.`,
		],
		reason: `You get this because it is about who can open your account at ${header.siteName}.`,
	});
}

interface AuthJobDeps extends Omit<MailDeps, 'changeMailCounter'> {
	openCounter: OpenCounter;
}

/** Sends the mails about accounts, and deletes old sessions and old one-time links every night. */
export function authJobs({ openCounter, ...deps }: AuthJobDeps): Job[] {
	const { db } = deps;
	const mailDeps = { ...deps, changeMailCounter: openChangeMailCounter(openCounter) };
	return [
		handleTask(accountMailTask, (mail) => sendAccountMail(mailDeps, mail)),
		{ name: 'sweep-sessions', schedule: '0 4 * * *', run: () => sweepSessions(db) },
		{ name: 'sweep-links', schedule: '15 4 * * *', run: () => deleteOldLinks(db) },
	];
}

async function sweepSessions(db: Db): Promise<void> {
	await deleteExpiredSessions(db);
	await deleteExcessSessions(db);
}
