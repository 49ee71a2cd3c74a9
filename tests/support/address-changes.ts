import { randomUUID } from 'node:crypto';
import type { openApp } from './app.ts';
import { PASSWORD } from './password.ts';
import { openPostOffice } from './post-office.ts';

type App = Awaited<ReturnType<typeof openApp>>;
type Who = Parameters<App['as']>[0];

/** Changes of an account's email address, and the mails they cause. */
export async function openAddressChanges(t: App) {
	return {
		postOffice: await openPostOffice(t),
		freshEmail: (domain = 'new.example') => `${randomUUID()}@${domain}`,
		change: (who: Who, email: string, currentPassword = PASSWORD) =>
			t.as(who).put('/account/email', { email, currentPassword }),
		confirm: (who: Who, token: string) => t.as(who).post('/auth/confirm-email', { token }),
		accountOf: async (who: Who) => (await t.as(who).get('/account')).json().account,
	};
}
