import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpTransport, type Mail } from '#server/mail/mail.ts';
import { openMailServer } from '#tests/support/mail-server.ts';

const FROM = { address: 'post@market.example', name: 'Passdown' };
const MAIL: Mail = {
	to: { address: 'asha@campus.example' },
	subject: 'Hello',
	text: 'Hello',
	html: '<p>Hello</p>',
};

function openMailTransport(url: string) {
	const mail = createSmtpTransport(url, FROM);
	onTestFinished(mail.close);
	return mail;
}

test('a mail server on another machine that offers no encryption gets no mail', async () => {
	const { url, deliveries } = await openMailServer();
	// Also reaches this computer, but not by a loopback address.
	const otherHostUrl = url.replace('127.0.0.1', '0.0.0.0');

	await expect(openMailTransport(otherHostUrl).send(MAIL)).rejects.toThrow('ETLS');
	expect(deliveries).toEqual([]);
});

test('a mail server with an untrusted certificate gets no mail', async () => {
	const mails: string[] = [];
	const server = new SMTPServer({
		secure: true,
		authOptional: true,
		onMailFrom: ({ address }, _session, done) => {
			mails.push(address);
			done();
		},
	});
	server.on('error', () => undefined);
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
	const { port } = server.server.address() as AddressInfo;

	await expect(openMailTransport(`smtps://127.0.0.1:${port}`).send(MAIL)).rejects.toThrow();
	expect(mails).toEqual([]);
});
