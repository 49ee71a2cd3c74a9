import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { PAGE_TABLE } from '#contract/core/pages.ts';
import { actionPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { ASK_PARAM, ASKED_CATEGORY_PARAM } from '#web/lib/wanted-paths.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { lazyOptional } from '#web/ui/lazy-optional.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { MostWanted } from './most-wanted.tsx';
import { OwnWanted } from './own-wanted.tsx';
import { useAskPath, withoutAskParams } from './use-ask-path.ts';
import { WantedList } from './wanted-list.tsx';

const AskDialog = lazyOptional(async () => (await import('./ask-dialog.tsx')).AskDialog);

/** URL parameter of the tab. */
const VIEW_PARAM = 'view';
const OWN = 'own';
const TABS = [
	{ value: 'all', label: 'Everybody' },
	{ value: OWN, label: 'My posts' },
] as const;

/** The page of wanted posts: the public list, the user's own posts, and the form to ask for something. */
export function WantedPage() {
	const { hasToken } = useSession();
	const [search, setSearch] = useSearchParams();
	const navigate = useNavigate();
	const askPath = useAskPath();
	// The title with which the form opens; null while it is closed.
	const asked = search.get(ASK_PARAM);
	const isOwnView = hasToken && search.get(VIEW_PARAM) === OWN;

	function select(view: (typeof TABS)[number]['value']) {
		const newSearch = new URLSearchParams(search);
		if (view === OWN) newSearch.set(VIEW_PARAM, OWN);
		else newSearch.delete(VIEW_PARAM);
		setSearch(newSearch, { replace: true });
	}

	function closeForm() {
		void navigate({ search: withoutAskParams(search).toString() }, { replace: true });
	}

	return (
		<div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-8">
			<div className="flex flex-wrap items-end justify-between gap-4">
				<div className="grid gap-2">
					<PageHeading>{PAGE_TABLE.wanted.label}</PageHeading>
					<p className="max-w-prose text-ink-soft">
						What students look for. Have one of these? Offer it, and they are told at once.
					</p>
				</div>
				<ButtonLink variant="main" to={actionPath(askPath, hasToken)}>
					I am looking for…
				</ButtonLink>
			</div>
			{hasToken ? (
				<Tabs
					label={PAGE_TABLE.wanted.label}
					tabs={TABS}
					value={isOwnView ? OWN : 'all'}
					onChange={select}
				>
					{isOwnView ? <OwnWanted /> : <Everybody />}
				</Tabs>
			) : (
				<Everybody />
			)}
			{hasToken && (
				<Suspense>
					<AskDialog
						open={asked !== null}
						title={asked ?? ''}
						category={search.get(ASKED_CATEGORY_PARAM) ?? ''}
						onClose={closeForm}
					/>
				</Suspense>
			)}
		</div>
	);
}

function Everybody() {
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<WantedList />
			<MostWanted />
		</div>
	);
}
