import { ChartColumn, type LucideIcon, Package, Settings, UsersRound } from 'lucide-react';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import type { AdminRole } from '#contract/admin/session.ts';
import { canOpen } from '#web/admin/lib/permissions.ts';
import { Link } from '#web/ui/link.tsx';

interface Action {
	to: string;
	label: string;
	icon: LucideIcon;
}

const ACTIONS: readonly Action[] = [
	{ to: ADMIN_PAGES.users, label: 'View All Users', icon: UsersRound },
	{ to: ADMIN_PAGES.items, label: 'View All Items', icon: Package },
	{ to: ADMIN_PAGES.analytics, label: 'Analytics', icon: ChartColumn },
	{ to: ADMIN_PAGES.settings, label: 'Settings', icon: Settings },
];

/** Links to a few pages; a page that the role may not open is left out. */
export function QuickActions({ role }: { role: AdminRole | undefined }) {
	return (
		<section aria-labelledby="quick-actions" className="grid gap-3">
			<h2 id="quick-actions" className="text-xl">
				Quick actions
			</h2>
			<ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3">
				{ACTIONS.filter(({ to }) => canOpen(role, to)).map(({ to, label, icon: Icon }) => (
					<li key={to}>
						<Link
							to={to}
							className="flex h-full min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-4 py-2 text-sm font-semibold hover:bg-sunken"
						>
							<Icon aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
							{label}
						</Link>
					</li>
				))}
			</ul>
		</section>
	);
}
