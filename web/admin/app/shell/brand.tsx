import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { site } from '#web/lib/site.ts';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** Logo and name of the site, with a link to the dashboard. */
export function Brand({ onNavigate }: { onNavigate?: () => void }) {
	return (
		<Link
			to={ADMIN_PAGES.dashboard}
			onClick={onNavigate}
			className="flex min-h-12 items-center gap-2.5 px-2 font-display text-[1.25rem] font-extrabold tracking-tight wrap-anywhere"
		>
			<Logo />
			{site.name}
		</Link>
	);
}
