import type { Account } from '#contract/accounts/schemas.ts';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { PREFERENCES_ANCHOR } from '#web/features/notifications/preferences-anchor.ts';
import { STUDIES_ANCHOR } from '#web/features/studies/studies-anchor.ts';
import { Link } from '#web/ui/link.tsx';
import { canUseGoogle } from './linked-accounts.tsx';

/** A table of contents at the top of the account page. */
export function AccountIndex({ account }: { account: Account }) {
	const sections = [
		['name', 'Name'],
		['email', 'Email'],
		['phone', 'Phone'],
		['badge', 'Badge'],
		[STUDIES_ANCHOR, 'Studies'],
		['password', 'Password'],
		...(canUseGoogle(account) ? [['google', 'Login with Google']] : []),
		[PREFERENCES_ANCHOR, PAGE_TABLE.notifications.label],
		['devices', 'Devices'],
		['blocked', 'Blocked people'],
		['data', 'My data'],
		['delete', 'Delete my account'],
	];

	return (
		<nav aria-label="Sections of your account" className="border-t border-line py-3 wide:hidden">
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-4">
				{sections.map(([anchor, title]) => (
					<li key={anchor}>
						<Link
							to={{ hash: anchor }}
							className="flex min-h-11 items-center text-sm font-semibold text-link underline underline-offset-4"
						>
							{title}
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
}
