import { randomUUID } from 'node:crypto';
import type { App } from './app.ts';
import { openOutbox } from './outbox.ts';
import { PASSWORD } from './password.ts';

type Client = Parameters<App['as']>[0];

/** For tests of changes of an account's email address: sends the calls, and collects the mails. */
export async function openAddressChanges(t: App) {
	return {
		outbox: await openOutbox(t),
		freshEmail: (domain = 'new.example') => `${randomUUID()}@${domain}`,
		changeEmail: (who: Client, email: string, currentPassword = PASSWORD) =>
			t.as(who).put('/account/email', { email, currentPassword }),
		confirmEmail: (who: Client, token: string) => t.as(who).post('/auth/confirm-email', { token }),
		accountOf: async (who: Client) => (await t.as(who).get('/account')).json().account,
	};
}
