import { House, LayoutGrid, MessageSquare, Plus, UserRound } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { matchPath, useLocation } from 'react-router';
import { PAGES } from '#contract/core/pages.ts';
import { actionPath, categoryPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Link } from '#web/ui/link.tsx';

const ICON_CLASS = 'size-5.5';

/** Loaded only for signed-in users. */
const ChatsBadge = lazyOptional<{ className: string }>(
	async () => (await import('#web/features/chat/inbox/chats-badge.tsx')).ChatsBadge,
);

/**
 * Item and chat pages have a bar of their own. The forms would have their button below this one. It also hides while a
 * field has the focus (web/styles/theme.css).
 */
const PAGES_WITHOUT_BAR = [
	PAGES.item,
	PAGES.chat,
	PAGES.login,
	PAGES.signup,
	PAGES.forgotPassword,
	PAGES.resetPassword,
	PAGES.post,
	PAGES.updateItem,
];

/** The main navigation on phones, at the bottom of the screen. */
export function BottomBar() {
	const { hasToken } = useSession();
	const { pathname } = useLocation();
	if (PAGES_WITHOUT_BAR.some((page) => matchPath(page, pathname))) return null;

	return (
		<nav
			aria-label="Main"
			className="site-bar fixed inset-x-0 bottom-0 z-20 flex flex-wrap border-t border-line bg-surface px-1.5 pt-1.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] tablet:hidden"
		>
			<BarLink to={PAGES.home} icon={<House aria-hidden="true" className={ICON_CLASS} />}>
				Home
			</BarLink>
			<BarLink to={categoryPath()} icon={<LayoutGrid aria-hidden="true" className={ICON_CLASS} />}>
				Browse
			</BarLink>
			<BarLink
				to={actionPath(PAGES.post, hasToken)}
				icon={
					<span className="-mt-5 grid size-12 place-items-center rounded-card bg-accent text-on-accent shadow-float">
						<Plus aria-hidden="true" className={ICON_CLASS} />
					</span>
				}
			>
				Sell
			</BarLink>
			<BarLink
				to={actionPath(PAGES.chats, hasToken)}
				icon={<MessageSquare aria-hidden="true" className={ICON_CLASS} />}
			>
				Chats
				<Suspense>
					{hasToken && <ChatsBadge className="absolute -top-1 left-1/2 ml-1 ring-2 ring-surface" />}
				</Suspense>
			</BarLink>
			<BarLink
				to={actionPath(PAGES.profile, hasToken)}
				icon={<UserRound aria-hidden="true" className={ICON_CLASS} />}
			>
				Me
			</BarLink>
		</nav>
	);
}

function BarLink({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
	const { pathname } = useLocation();
	const isCurrent = pathname === to;
	return (
		<Link
			to={to}
			aria-current={isCurrent ? 'page' : undefined}
			className={`relative grid min-h-12 min-w-max flex-[1_1_18%] content-end justify-items-center gap-0.5 rounded-field text-xs font-semibold ${isCurrent ? 'text-ink' : 'text-ink-soft'}`}
		>
			{icon}
			{children}
		</Link>
	);
}
