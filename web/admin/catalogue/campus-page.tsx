import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { ADMIN_PAGE_TABLE } from '#contract/admin/pages.ts';
import { UnsavedGuard } from '#web/admin/kit/unsaved-guard.tsx';
import { useStoredAdmin } from '#web/admin/lib/session.ts';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { CategoriesTab } from './categories-tab.tsx';
import { SearchWordsTab } from './search-words-tab.tsx';
import { SpotsTab } from './spots-tab.tsx';
import { SubjectsTab } from './subjects-tab.tsx';
import { TermsTab } from './terms-tab.tsx';

const LISTS = {
	categories: { label: 'Categories', Tab: CategoriesTab },
	subjects: { label: 'Subjects', Tab: SubjectsTab },
	words: { label: 'Words', Tab: SearchWordsTab },
	terms: { label: 'Terms', Tab: TermsTab },
	spots: { label: 'Spots', Tab: SpotsTab },
} as const;
type ListKey = keyof typeof LISTS;
const LIST_KEYS = Object.keys(LISTS) as ListKey[];

/** The page that edits the catalogue, with tabs for categories, subjects, search words, term starts and spots. */
export function CampusPage() {
	const [params, setParams] = useSearchParams();
	const canEdit = useStoredAdmin()?.role === 'super_admin';
	const selected = LIST_KEYS.find((key) => key === params.get('list')) ?? 'categories';
	const [openedLists, setOpenedLists] = useState<readonly ListKey[]>([selected]);
	const [dirtyLists, setDirtyLists] = useState<readonly ListKey[]>([]);
	if (!openedLists.includes(selected)) setOpenedLists([...openedLists, selected]);

	return (
		<>
			<PageHeading size="text-2xl" className="pb-3">
				{ADMIN_PAGE_TABLE.campus.label}
			</PageHeading>
			{!canEdit && <p className="pb-3 text-sm text-ink-soft">{CATALOGUE_MESSAGES.readOnly}</p>}
			<div className="max-tablet:[&_[role=tab]]:px-1.5 max-tablet:[&_[role=tab]]:text-sm [&_[role=tablist]]:flex-wrap [&>div]:grid-cols-[minmax(0,1fr)]">
				<Tabs
					label="Lists of the college"
					tabs={LIST_KEYS.map((key) => ({ value: key, label: LISTS[key].label }))}
					value={selected}
					onChange={(key) => setParams({ list: key }, { replace: true })}
				>
					{/* Tabs opened before stay mounted, so that they keep unsaved input. */}
					{openedLists.map((key) => {
						const { Tab } = LISTS[key];
						return (
							<div key={key} hidden={key !== selected}>
								<Tab
									canEdit={canEdit}
									onDirty={(isDirty) =>
										setDirtyLists((before) => [
											...before.filter((other) => other !== key),
											...(isDirty ? [key] : []),
										])
									}
								/>
							</div>
						);
					})}
				</Tabs>
			</div>
			<UnsavedGuard unsaved={dirtyLists.map((key) => LISTS[key].label)} />
		</>
	);
}
