import { useQuery } from '@tanstack/react-query';
import { CATALOGUE_MESSAGES, changeSubjectList } from '#contract/admin/catalogue.ts';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { type StoredSubjects, subjectListQuery } from '#web/admin/catalogue/queries.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BranchList } from './branch-list.tsx';
import { draftOf, inputOf, subjectListFaults, withStoredCodes } from './subject-draft.ts';
import { SubjectFile } from './subject-file.tsx';
import { SubjectTable } from './subject-table.tsx';

/** The tab to edit the college's branches and subjects. */
export function SubjectsTab(props: ListTabProps) {
	return (
		<QueryContent
			query={useQuery(subjectListQuery())}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-96" />}
		>
			{(stored) => <SubjectsEditor {...props} stored={stored} />}
		</QueryContent>
	);
}

interface SubjectsEditorProps extends ListTabProps {
	stored: StoredSubjects;
}

function SubjectsEditor({ stored, canEdit, onDirty }: SubjectsEditorProps) {
	const list = useListDraft({
		stored,
		// For the `queryKey`.
		...subjectListQuery(),
		toDraft: draftOf,
		toInput: inputOf,
		applySaved: withStoredCodes,
		findFaults: subjectListFaults,
		send: (version, lists) => callAdminApi(changeSubjectList, { body: { version, ...lists } }),
		onDirty,
	});

	return (
		<>
			<SubjectFile stored={stored} canEdit={canEdit} isDirty={list.isDirty} />
			<ListForm list={list} saveLabel="Save subjects" canEdit={canEdit}>
				<BranchList lists={list.draft} canEdit={canEdit} onChange={list.edit} />
				<SubjectTable lists={list.draft} canEdit={canEdit} onChange={list.edit} />
			</ListForm>
		</>
	);
}
