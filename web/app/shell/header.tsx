import { Menu, Plus, UserRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';
import { MarketSearch } from './market-search.tsx';

/** Loaded only for signed-in users. On phones, chats and profile are in the bottom bar and the menu instead. */
const HeaderBadges = lazyOptional(
	async () => (await import('#web/features/notifications/header-badges.tsx')).HeaderBadges,
);

/** On phones, hides an element visually while the focused search box needs the space. Tab still reaches the element. */
const HIDDEN_WHILE_SEARCHING = 'searching:max-tablet:sr-only';

/** The header of every page: menu, search, badges and links to the profile or the login. */
export function Header() {
	const { hasToken, userId } = useSession();
	const [isMenuOpen, setIsMenuOpen] = useState(false);
	const { Part: SideMenu, loadPart: loadMenu } = useLazyOnPress(
		async () => (await import('./side-menu.tsx')).SideMenu,
	);

	return (
		<header className="site-header sticky top-0 z-20 border-b border-line bg-paper">
			<div className="wrap flex min-h-[3.8125rem] flex-wrap items-center gap-x-1 py-1 tablet:gap-x-3">
				<IconButton
					label="Menu"
					icon={<Menu aria-hidden="true" className="size-5.5" />}
					// A loaded menu opens synchronously: Escape may follow before a promise resolves.
					onClick={async () => setIsMenuOpen(SideMenu !== undefined || (await loadMenu()))}
					aria-haspopup="dialog"
					className="-ml-3"
				/>
				<Link
					to={PAGES.home}
					// A minimum width, so that loading the web font does not move the search box.
					className="flex min-h-11 min-w-11 items-center justify-center gap-2.5 font-display text-[1.25rem] font-extrabold tracking-tight tablet:min-w-38 tablet:justify-start"
				>
					<Logo />
					<span className="sr-only tablet:not-sr-only">{site.name}</span>
				</Link>
				<MarketSearch />
				{hasToken && (
					<span className={`flex h-11 w-11 shrink-0 tablet:w-22 ${HIDDEN_WHILE_SEARCHING}`}>
						<Suspense>
							<HeaderBadges key={userId} />
						</Suspense>
					</span>
				)}
				{hasToken && (
					<span className="hidden shrink-0 tablet:block">
						<ButtonLink variant="main" to={PAGES.post} className="max-wide:px-3">
							<Plus aria-hidden="true" className="size-5" />
							<span className="sr-only wide:not-sr-only">Add Item</span>
						</ButtonLink>
					</span>
				)}
				{hasToken ? (
					<Link
						to={PAGES.profile}
						aria-label="Profile"
						className="-mr-2 hidden size-11 shrink-0 place-items-center rounded-full hover:bg-sunken tablet:grid"
					>
						<UserRound aria-hidden="true" className="size-5.5" />
					</Link>
				) : (
					<ButtonLink size="small" to={PAGES.login} className="shrink-0">
						Login
					</ButtonLink>
				)}
			</div>
			{SideMenu && <SideMenu open={isMenuOpen} onClose={() => setIsMenuOpen(false)} />}
		</header>
	);
}
