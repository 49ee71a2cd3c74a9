import { House, LayoutGrid, Plus, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useMatch } from 'react-router';
import { PAGES } from '#contract/pages.ts';
import { actionPath, categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';

const ICON = 'size-[1.375rem]';

/** The phone's main ways, within the thumb's reach. An item's page has a bar of its own. */
export function BottomBar() {
	const { hasToken } = useSession();
	const isItemPage = useMatch(PAGES.item) !== null;
	if (isItemPage) return null;

	return (
		<nav
			aria-label="Main"
			className="site-bar fixed inset-x-0 bottom-0 z-20 grid grid-cols-[repeat(4,minmax(max-content,1fr))] border-t border-line bg-surface px-1.5 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] tablet:hidden"
		>
			<Way to={PAGES.home} icon={<House aria-hidden="true" className={ICON} />}>
				Home
			</Way>
			<Way to={categoryPath()} icon={<LayoutGrid aria-hidden="true" className={ICON} />}>
				Browse
			</Way>
			<Way
				to={actionPath(PAGES.post, hasToken)}
				icon={
					<span className="-mt-5 grid size-12 place-items-center rounded-card bg-accent text-on-accent shadow-float">
						<Plus aria-hidden="true" className={ICON} />
					</span>
				}
			>
				Sell
			</Way>
			<Way
				to={actionPath(PAGES.profile, hasToken)}
				icon={<UserRound aria-hidden="true" className={ICON} />}
			>
				Me
			</Way>
		</nav>
	);
}

function Way({ to, icon, children }: { to: string; icon: ReactNode; children: string }) {
	const { pathname } = useLocation();
	const isHere = pathname === to;
	return (
		<Link
			to={to}
			aria-current={isHere ? 'page' : undefined}
			className={`grid min-h-12 content-end justify-items-center gap-0.5 rounded-field text-xs font-semibold ${isHere ? 'text-ink' : 'text-ink-soft'}`}
		>
			{icon}
			{children}
		</Link>
	);
}
