import { queryOptions, useQuery } from '@tanstack/react-query';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { ListSection } from './list-section.ts';
import { PanelActions } from './panel-actions.tsx';
import { currentData, QueryContent } from './query-content.tsx';
import { SidePanel } from './side-panel.tsx';
import type { ListAction } from './use-list-keys.ts';

/** Props of each side panel that a list opens for one of its rows. */
export interface PanelProps<Row> {
	/** The id of the row. */
	id: number;
	/** The row as the list has it; undefined if the list's page does not contain it. */
	listed: Row | undefined;
	onClose: () => void;
}

interface RowPanelProps<Row extends { id: number }> extends PanelProps<Row> {
	section: Pick<ListSection<Row>, 'dataKind' | 'loadFailed' | 'isAppendOnly'>;
	details: NonNullable<ListSection<Row>['details']>;
	actionsOf: (row: Row) => readonly ListAction[];
}

/** One row in full, with its actions. */
export function RowPanel<Row extends { id: number }>(props: RowPanelProps<Row>) {
	const { section, details, actionsOf, id, onClose } = props;
	const query = useQuery(detailsQuery(props));
	const row = currentData(query)?.row;
	const actions = row ? actionsOf(row) : [];

	return (
		<SidePanel
			title={details.title(row)}
			openedId={id}
			onClose={onClose}
			actions={actions.length > 0 && <PanelActions actions={actions} />}
		>
			<QueryContent
				query={query}
				failureMessage={section.loadFailed}
				skeleton={
					<div className="grid gap-3">
						<Skeleton className="h-6 w-2/3" />
						<Skeleton className="h-40" />
					</div>
				}
			>
				{details.render}
			</QueryContent>
		</SidePanel>
	);
}

function detailsQuery<Row extends { id: number }>(props: RowPanelProps<Row>) {
	const { section, details, id, listed } = props;
	const listedDetails = listed && { row: listed };
	return queryOptions({
		queryKey: [section.dataKind, 'one', id],
		queryFn: ({ signal }) => details.find(id, signal),
		...(section.isAppendOnly
			? // A loaded row never changes: it is requested again only after a failure.
				{
					initialData: listedDetails,
					staleTime: Number.POSITIVE_INFINITY,
					refetchOnReconnect: true,
				}
			: { placeholderData: listedDetails }),
	});
}
