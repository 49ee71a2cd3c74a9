import { backOnSaleTask, priceDropTask } from '#server/features/items/tasks.ts';
import type { NotifyInBatchesDeps } from '#server/features/notifications/commands.ts';
import type { Job } from '#server/jobs/job-queue.ts';
import { handleTask } from '#server/jobs/tasks.ts';
import { notifyBackOnSale, notifyPriceDrop } from './notify-savers.ts';

/** Handlers of the tasks that notify users of a lower price of an item that they saved, or that it is on sale again. */
export function savedJobs(deps: NotifyInBatchesDeps): Job[] {
	return [
		handleTask(priceDropTask, ({ itemId }) => notifyPriceDrop(deps, itemId)),
		handleTask(backOnSaleTask, ({ since, ...itemsBackOnSale }) =>
			notifyBackOnSale(deps, itemsBackOnSale, since),
		),
	];
}
