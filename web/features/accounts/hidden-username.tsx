import type { Account } from '#contract/accounts/schemas.ts';

/** A hidden field in password forms with the account's email address or phone number, for password managers. */
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
