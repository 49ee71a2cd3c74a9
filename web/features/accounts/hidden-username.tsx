import type { Account } from '#contract/accounts/account.ts';

/** In a form that asks for a password: tells a password manager whose it is. */
export function HiddenUsername({ account }: { account: Account }) {
	return (
		<input
			type="text"
			name="username"
			autoComplete="username"
			value={account.email ?? account.phoneNumber ?? ''}
			readOnly
			hidden
		/>
	);
}
