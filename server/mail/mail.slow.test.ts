import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
	accountChangedMail,
	confirmEmailMail,
	emailChangedMail,
	passwordChangedMail,
	resetPasswordMail,
} from '#server/features/auth/address/mails.ts';
import {
	notificationMail,
	unreadChatsMail,
	unreadMessagesMail,
} from '#server/features/notifications/mails.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { openMailServer } from '#tests/support/mail-server.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import type { MailHeader } from './layout.ts';
import {
	AddressRejectedError,
	createFileTransport,
	createSmtpTransport,
	type Mail,
	MailError,
} from './mail.ts';

const FROM = { address: 'post@market.example', name: 'Passdown' };
const HEADER: MailHeader = {
	siteName: 'Passdown',
	supportEmail: 'help@market.example',
	origin: 'https://market.example',
};
const ASHA = { address: 'asha@campus.example', name: 'Asha' };
const UNSUBSCRIBE = {
	page: 'https://market.example/unsubscribe#token=the-token',
	oneClick: 'https://market.example/api/unsubscribe/the-token',
};
const UNREAD = {
	senderName: 'Ravi',
	itemTitle: 'Drafter',
	count: 2,
	words: 'Is it still there.',
	chatUrl: 'https://market.example/chat/12/7',
};
const NOTICE = { title: 'Fair on Sunday', message: 'On the lawn.\n\nAll are welcome.', link: null };
const saleMail = (link: string) =>
	notificationMail(HEADER, ASHA, { kind: 'sale', ...NOTICE, link }, UNSUBSCRIBE);
const UNSUBSCRIBABLE_MAILS: [string, Mail][] = [
	['unread messages', unreadMessagesMail(HEADER, ASHA, UNREAD, UNSUBSCRIBE)],
	['unread chats', unreadChatsMail(HEADER, ASHA, [UNREAD, UNREAD], UNSUBSCRIBE)],
	['report decided', notificationMail(HEADER, ASHA, { kind: 'report', ...NOTICE }, UNSUBSCRIBE)],
	['warning', notificationMail(HEADER, ASHA, { kind: 'warning', ...NOTICE }, UNSUBSCRIBE)],
	['sale of an item', saleMail('/item/7')],
	['sale in a chat', saleMail('/chat/7/3')],
	[
		'price drop',
		notificationMail(HEADER, ASHA, { kind: 'price-drop', ...NOTICE, link: '/item/7' }, UNSUBSCRIBE),
	],
	[
		'announcement',
		notificationMail(HEADER, ASHA, { kind: 'announcement', ...NOTICE }, UNSUBSCRIBE),
	],
];
const MAILS: [string, Mail][] = [
	...UNSUBSCRIBABLE_MAILS,
	['reset password', resetPasswordMail(HEADER, ASHA, 'the-token')],
	['confirm email', confirmEmailMail(HEADER, ASHA.address, 'the-token')],
	['password changed', passwordChangedMail(HEADER, ASHA)],
	['email changed', emailChangedMail(HEADER, ASHA)],
	['identity linked', accountChangedMail(HEADER, ASHA, 'identity-linked')],
	['identity unlinked', accountChangedMail(HEADER, ASHA, 'identity-unlinked')],
	['phone changed', accountChangedMail(HEADER, ASHA, 'phone-changed')],
];

function openSmtp(url: string, timeoutMs?: number) {
	const mail = createSmtpTransport(url, FROM, timeoutMs);
	onTestFinished(mail.close);
	return mail;
}

/** Sends a mail to a user with this name and parses what the server received. */
async function deliveredTo(name: string) {
	const server = await openMailServer();
	const mail = openSmtp(server.url);
	await mail.send(resetPasswordMail(HEADER, { address: ASHA.address, name }, 'the-token'));
	const [delivery] = server.deliveries;
	const source = delivery?.source ?? '';
	return { source, delivery, mail: await PostalMime.parse(source) };
}

describe('mail over SMTP', () => {
	test('a mail arrives complete, with sender, recipient, subject, plain text and HTML', async () => {
		const { delivery, mail } = await deliveredTo('Asha');

		expect(delivery).toMatchObject({ from: FROM.address, to: [ASHA.address] });
		expect(mail).toMatchObject({
			from: FROM,
			to: [ASHA],
			subject: 'Set a new password for Passdown',
		});
		expect(mail.text).toContain('https://market.example/reset-password#token=the-token&email=');
		expect(mail.html).toContain(
			'href="https://market.example/reset-password#token=the-token&amp;email=',
		);
		expect(mail.headers.find(({ key }) => key === 'content-type')?.value).toContain(
			'multipart/alternative',
		);
		expect(mail.messageId).toMatch(/^<.+@.+>$/);
		expect(mail.date).toBeDefined();
		expect(mail.attachments).toEqual([]);
	});

	test('recipient names with accents, other scripts, signs and of full length arrive unchanged', async () => {
		for (const name of [
			'Åsha Ñuñez',
			'देवी',
			'🎒 Asha',
			'"Asha", of <hostel> 4; (blue)',
			'x'.repeat(50),
		]) {
			const { mail } = await deliveredTo(name);

			expect(mail.to).toEqual([{ address: ASHA.address, name }]);
			expect(mail.text).toContain(`Hello ${name},`);
		}
	});

	test('a recipient name with line breaks adds no header and no line, and is escaped in HTML', async () => {
		for (const name of [
			'Asha\r\nBcc: everyone@campus.example',
			'Asha\nSubject: You have won',
			'Asha\r\n\r\nYou have won',
			'Asha\u2028Bcc: everyone@campus.example',
			'Asha\u0085\u000bBcc: everyone@campus.example',
		]) {
			const { source, delivery, mail } = await deliveredTo(name);

			expect(delivery?.to).toEqual([ASHA.address]);
			expect(mail.bcc).toBeUndefined();
			expect(mail.subject).toBe('Set a new password for Passdown');
			expect(source).not.toMatch(/^(Bcc|Subject: You)/im);
			expect(mail.text).not.toMatch(/^(Bcc|Subject|You have)/m);
		}
		const { mail } = await deliveredTo('<img src=x onerror=alert(1)>');
		expect(mail.html).not.toContain('<img');
		expect(mail.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
	});

	test('the error of a refused mail does not contain the recipient’s address', async () => {
		const server = await openMailServer({ rejectFirst: 1 });
		const mail = openSmtp(server.url);

		const sent = mail.send(passwordChangedMail(HEADER, ASHA));

		await expect(sent).rejects.toBeInstanceOf(MailError);
		await expect(sent).rejects.toThrow(/^The mail was not taken: \w+ 451\.$/);
		await mail.send(passwordChangedMail(HEADER, ASHA));
		expect(server.deliveries).toHaveLength(1);
	});

	test('a reply to RCPT TO is a permanent error only if it concerns the recipient', async () => {
		for (const [recipientError, error] of [
			['550 5.1.1 Unknown user', AddressRejectedError],
			['553 No such address', AddressRejectedError],
			['451 Greylisted', MailError],
			['550 5.7.1 Relaying denied', MailError],
			['550 relay not permitted', MailError],
			['553 5.1.8 Sender address rejected', MailError],
			['554 Not from you', MailError],
		] as const) {
			const server = await openMailServer({ recipientError });

			const sent = openSmtp(server.url).send(passwordChangedMail(HEADER, ASHA));

			await expect(sent, recipientError).rejects.toBeInstanceOf(error);
		}
	});

	test('a mail that timed out is not sent when the server responds later', async () => {
		const greeting = Promise.withResolvers<void>();
		const server = await openMailServer({ greeting: greeting.promise });
		const mail = openSmtp(server.url, 2_000);
		const waiting = ['Asha', 'Bina', 'Chitra'].map((name) =>
			mail.send(passwordChangedMail(HEADER, { ...ASHA, name })),
		);

		const results = await Promise.allSettled(waiting);
		greeting.resolve();
		await mail.send(passwordChangedMail(HEADER, ASHA));

		for (const each of results) {
			expect(each).toMatchObject({ reason: new MailError('EABORT', undefined) });
		}
		expect(server.deliveries).toHaveLength(1);
	});

	test('sending to an unreachable mail server fails with the code of the connection error', async () => {
		const mail = openSmtp('smtp://127.0.0.1:1');

		await expect(mail.send(passwordChangedMail(HEADER, ASHA))).rejects.toThrow(
			/^The mail was not taken: E\w+\.$/,
		);
	});

	test('the description of the transport names the mail server without its password', () => {
		const { description } = openSmtp('smtps://me:hunter2@mail.example:465');

		expect(description).toBe('Mails go out through mail.example:465.');
	});
});

describe('unsubscribing from mails', () => {
	test('each mail that can be unsubscribed has a link and headers for it, and an account mail has none', async () => {
		const server = await openMailServer();
		const smtp = openSmtp(server.url);
		for (const [, rendered] of UNSUBSCRIBABLE_MAILS) await smtp.send(rendered);
		await smtp.send(passwordChangedMail(HEADER, ASHA));

		for (const [index, [name, rendered]] of UNSUBSCRIBABLE_MAILS.entries()) {
			const { headers } = await PostalMime.parse(server.deliveries[index]?.source ?? '');
			const headerOf = (key: string) => headers.find((header) => header.key === key)?.value;

			expect(headerOf('list-unsubscribe'), name).toBe(`<${UNSUBSCRIBE.oneClick}>`);
			expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
			expect(rendered.text).toContain(`Stop mails like this one:\n${UNSUBSCRIBE.page}\n`);
			expect(rendered.html).toContain(`<a href="${UNSUBSCRIBE.page}">Stop mails like this one</a>`);
		}
		expect(server.deliveries.at(-1)?.source).not.toMatch(/^List-Unsubscribe/im);
	});

	test('texts of users cannot forge headers or parts of a mail', async () => {
		const server = await openMailServer();
		const mailContent = {
			...UNREAD,
			senderName: 'Ravi\r\nBcc: everyone@campus.example',
			itemTitle: 'Drafter”\n\nYou have won',
			words: 'Hi”\n\n-- \nPassdown\n<a href="https://evil.example">won</a>',
		};
		await openSmtp(server.url).send(unreadMessagesMail(HEADER, ASHA, mailContent, UNSUBSCRIBE));

		const [delivery] = server.deliveries;
		const mail = await PostalMime.parse(delivery?.source ?? '');
		expect(delivery?.to).toEqual([ASHA.address]);
		expect(delivery?.source).not.toMatch(/^Bcc/im);
		expect(mail.subject).toMatch(/^2 new messages from Ravi Bcc: everyone@campus.example: /);
		expect(mail.text).not.toMatch(/^(Bcc|You have|Passdown\n<a)/m);
		expect(mail.html).not.toContain('<a href="https://evil.example">');
	});
});

describe('mail as files', () => {
	test('a mail is written to files that contain the whole mail and are readable by their owner only', async () => {
		const folder = join(await createTempFolder(), 'mail');
		const mail = createFileTransport(folder, FROM);

		await mail.send(resetPasswordMail(HEADER, ASHA, 'the-token'));

		const names = (await readdir(folder)).sort();
		expect(names).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.html$/)]);
		expect(names.join()).not.toContain('asha');
		const [eml = '', html = ''] = names.map((name) => join(folder, name));
		expect(await readFile(html, 'utf8')).toContain('/reset-password#token=the-token');
		const parsed = await PostalMime.parse(await readFile(eml));
		expect(parsed).toMatchObject({ from: FROM, to: [ASHA] });
		expect(parsed.text).toContain('/reset-password#token=the-token');
		expect((await stat(html)).mode & 0o077).toBe(0);
		expect(mail.description).toBe(`Mails are files in ${folder}: open the .html files.`);
	});

	test('mails sent at the same time are separate files, with unsubscribe headers if they can be unsubscribed', async () => {
		const folder = await createTempFolder();
		const mail = createFileTransport(folder, FROM);

		await Promise.all(MAILS.map(([, rendered]) => mail.send(rendered)));

		const names = await readdir(folder);
		expect(names).toHaveLength(MAILS.length * 2);
		const emls = await Promise.all(
			names
				.filter((name) => name.endsWith('.eml'))
				.map((name) => readFile(join(folder, name), 'utf8')),
		);
		const unsubscribable = emls.filter((eml) =>
			eml.includes('List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
		);
		expect(unsubscribable).toHaveLength(UNSUBSCRIBABLE_MAILS.length);
	});
});

test('each mail has the same content as plain text and as HTML, with logo, greeting and reason, and links only to the market', () => {
	for (const [name, rendered] of MAILS) {
		const body = rendered.html.replace(/^.*<main>/s, '');
		const words = body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
		// In plain text the label of the button precedes its URL.
		const plain = rendered.text.replace(/:\n(?=https:)/g, '\n');
		const lines = plain.split(/\n+(?:-- \n)?/).filter(Boolean);
		expect(lines.length, name).toBeGreaterThan(5);
		for (const line of lines) {
			if (line.startsWith('https:')) expect(body, name).toContain(`href="${escapeHtml(line)}"`);
			else expect(words, name).toContain(escapeHtml(line));
		}

		expect(rendered.text).toContain('Passdown');
		expect(rendered.text).toContain('help@market.example');
		expect(rendered.html).toContain('class="mark"');
		expect(rendered.text, name).toMatch(rendered.to.name ? /^Hello Asha,\n/ : /^Hello,\n/);
		expect(rendered.text, name).toMatch(/\n\nYou get this because .+\.\n/);

		const addresses = [...rendered.html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
		expect(addresses.length).toBeGreaterThan(1);
		for (const address of addresses)
			expect(address).toMatch(/^(https:\/\/market\.example(\/|$)|mailto:help@market\.example$)/);
	}
});

test('the mail about a sale has a button that opens the link of the notification', () => {
	for (const [link, label] of [
		['/chat/7/3', 'Open the chat'],
		['/item/7', 'See the item'],
	] as const) {
		const { text } = saleMail(link);

		expect(text).toContain(`${label}:\nhttps://market.example${link}\n`);
		expect(text).toContain('mails about sales of your items, and of items that you asked about.');
	}
});
