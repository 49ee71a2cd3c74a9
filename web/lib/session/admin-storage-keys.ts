/**
 * The keys of the back-office in local storage begin with this prefix: 'adminToken', 'adminId', 'adminRole'. The
 * market has the same local storage and keeps their values.
 */
export const ADMIN_KEY_PREFIX = 'admin';
