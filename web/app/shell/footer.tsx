import { ArrowUp, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { PAGE_TABLE, PAGES, type Page } from '#contract/core/pages.ts';
import { useVisibleCategories } from '#web/features/catalogue/queries.ts';
import { categoryPath } from '#web/lib/paths.ts';
import { site } from '#web/lib/site.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** The pages that search engines index and that have a label. */
const QUICK_LINKS = Object.values<Page>(PAGE_TABLE).filter(({ index, label }) => index && label);

const LINK_CLASS = 'flex min-h-11 items-center gap-2 text-ink-soft hover:text-ink';

/**
 * The footer of home, about, rules and privacy (`PAGES_WITH_FOOTER` in `web/app/app.tsx`): links, categories and
 * contacts.
 */
export function Footer() {
	const categories = useVisibleCategories();
	return (
		<footer className="mt-14 bg-sunken pt-9 pb-[calc(6.5rem+env(safe-area-inset-bottom))] text-sm tablet:pb-9">
			<div className="wrap grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-6 gap-y-8 tablet:grid-cols-[2fr_1fr_1fr_1.5fr]">
				<div className="col-span-full tablet:col-span-1">
					<p className="flex items-center gap-2.5 font-display text-[1.25rem] font-extrabold tracking-tight">
						<Logo />
						{site.name}
					</p>
					<p className="mt-3 max-w-[40ch] text-sm text-ink-soft">
						Made by students, for the students of {site.college}. Meet in the open, look before you
						pay.
					</p>
				</div>
				<FooterList title="Quick links">
					{QUICK_LINKS.map(({ path, label }) => (
						<FooterLink key={path} to={path === PAGES.category ? categoryPath() : path}>
							{label}
						</FooterLink>
					))}
				</FooterList>
				<FooterList title="Categories">
					{categories.map(({ name }) => (
						<FooterLink key={name} to={categoryPath(name)}>
							{name}
						</FooterLink>
					))}
				</FooterList>
				<div className="col-span-full tablet:col-span-1">
					<h2 className="text-sm">Write to us</h2>
					<a href={`mailto:${site.supportEmail}`} className={`${LINK_CLASS} wrap-anywhere`}>
						<Mail aria-hidden="true" className="size-4 shrink-0" />
						{site.supportEmail}
					</a>
					<a href={`tel:${site.phone.replace(/[^+\d]/g, '')}`} className={LINK_CLASS}>
						<Phone aria-hidden="true" className="size-4 shrink-0" />
						{site.phone}
					</a>
					<p className="flex items-start gap-2 text-ink-soft">
						<MapPin aria-hidden="true" className="mt-1 size-4 shrink-0" />
						{site.address}
					</p>
					<IconButton
						label="Scroll to top"
						icon={<ArrowUp aria-hidden="true" className="size-5" />}
						variant="floating"
						onClick={scrollToTop}
						className="mt-4"
					/>
				</div>
			</div>
		</footer>
	);
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
	return (
		<nav aria-label={title}>
			<h2 className="text-sm">{title}</h2>
			<ul>{children}</ul>
		</nav>
	);
}

function FooterLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<li>
			<Link to={to} className={LINK_CLASS}>
				{children}
			</Link>
		</li>
	);
}

function scrollToTop(): void {
	const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
	window.scrollTo({ top: 0, behavior: prefersReducedMotion ? 'instant' : 'smooth' });
}
