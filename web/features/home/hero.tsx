import { Plus } from 'lucide-react';
import { PAGES } from '#contract/core/pages.ts';
import { useSession } from '#web/lib/session/session.ts';
import { site } from '#web/lib/site.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { PinnedNotes } from './pinned-notes.tsx';
import { CATEGORIES_ID } from './popular-categories.tsx';

/** The top of the home page: the slogan, its buttons, and the newest items as pinned notes. */
export function Hero() {
	const { hasToken } = useSession();

	return (
		<section className="grid gap-4 pt-3 tablet:grid-cols-[1.15fr_1fr] tablet:items-center tablet:gap-7 tablet:pt-14 tablet:pb-7">
			<div>
				<PageHeading
					title=""
					size="text-2xl tablet:text-[clamp(2.1875rem,4.7vw,3.75rem)]"
					className="leading-[1.02] font-extrabold tracking-[-0.035em] text-balance"
				>
					{/* Fixed line breaks, so that loading the font does not change them. */}
					Turn what you’ve <span className="block">outgrown into</span>{' '}
					<span className="marked">real savings</span>
				</PageHeading>
				<p className="mt-3.5 hidden max-w-[40ch] text-lg text-ink-soft tablet:block">
					Books, drafters, cycles and question papers, handed down between students of{' '}
					{site.college}.
				</p>
				<div className="mt-3 flex flex-wrap gap-2.5 tablet:mt-5">
					<ButtonLink variant="main" to={{ hash: CATEGORIES_ID }}>
						Deal Now!
					</ButtonLink>
					{hasToken && (
						<ButtonLink to={PAGES.post}>
							<Plus aria-hidden="true" className="size-5" />
							Add Item
						</ButtonLink>
					)}
				</div>
			</div>
			<PinnedNotes />
		</section>
	);
}
