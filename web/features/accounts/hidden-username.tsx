import type { Account } from '#contract/accounts/schemas.ts';

/** A hidden field in password forms that tells password managers the account. */
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
