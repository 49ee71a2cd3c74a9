/** The keys of the back-office in local storage (spec 2 §3). The market has the same storage and must keep their values. */
export const ADMIN_STORAGE_KEYS = ['adminToken', 'adminId', 'adminRole'] as const;
